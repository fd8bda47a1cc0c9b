import { diagnose, type Diagnostic } from '../../diagnostics/diagnostic.ts'
import { isObject } from '../../json.ts'
import { digestOf } from '../../sign/trust-manifest.ts'
import { placeOf } from '../document.ts'
import { each } from '../links.ts'
import type { Step } from '../step.ts'

/** Whether the documents that attest something are the ones whose digests the trust manifests hold. */
export const attestations: Step = {
  name: 'attestations',
  run({ crawl }) {
    const targets = new Map(
      crawl.links.map(({ from, pointer, target }) => [`${from.url}#${from.pointer}${pointer}`, target]),
    )
    const catalogs = crawl.documents.filter(
      ({ kind, json, copyOf }) => kind === 'catalog' && isObject(json) && copyOf === undefined,
    )
    const diagnostics = catalogs.flatMap((document) =>
      each(isObject(document.json) ? document.json['entries'] : undefined, '/entries').flatMap(([entry, at]) => {
        const manifest = isObject(entry['trustManifest']) ? entry['trustManifest'] : {}
        return each(manifest['attestations'], `${at}/trustManifest/attestations`).flatMap(
          ([{ uri, digest }, place]): Diagnostic[] => {
            const target = targets.get(`${document.url}#${document.pointer}${place}/uri`)
            if (target === undefined || typeof digest !== 'string') return []
            const found = digestOf(target.fetched.body)
            return found === digest
              ? []
              : [
                  diagnose('TRUST_ATTESTATION_CHANGED', placeOf(document, `${place}/digest`), {
                    uri: String(uri),
                    promised: digest,
                    found,
                  }),
                ]
          },
        )
      }),
    )
    return { diagnostics }
  },
}
