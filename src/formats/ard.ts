import { compareText, serializeJson } from '../json.ts'
import { TRUST_PROCEDURE } from '../sign/trust-manifest.ts'
import { createCatalogs } from './ard-catalogs.ts'
import { CATALOG_TYPE } from './ard-media-types.ts'
import { listResources } from './ard-resources.ts'
import type { Format } from './format.ts'
import { robotsArtifact, ROBOTS_PATH } from './robots.ts'

/** Path of the ARD manifest (ARD 5). */
export const ARD_PATH = '.well-known/ard.json'

/** Path of the AI Catalog, ARD's predecessor, which most readers still ask for. */
const AI_CATALOG_PATH = '.well-known/ai-catalog.json'

/** The ARD manifest at both of its paths, with the catalogs nested in it and signed trust manifests. */
export const ard = {
  name: 'ard',
  summary:
    'The manifest of everything that is to be found, with signed trust manifests, for discovery services and agents.',
  specifications: [
    {
      title: 'Agentic Resource Discovery (ARD)',
      version: '0.91',
      date: '2026-08-26',
      url: 'https://agenticresourcediscovery.org/spec/',
    },
    {
      title: 'AI Catalog',
      version: '1.0 (draft)',
      date: '2026-04-30',
      url: 'https://github.com/Agent-Card/ai-catalog',
    },
    {
      title: `Signature of trust manifests (${TRUST_PROCEDURE.identifier}, detached JWS over JCS)`,
      version: TRUST_PROCEDURE.version,
      date: '2026-04-30',
      url: 'https://www.rfc-editor.org/rfc/rfc8785',
    },
  ],
  paths: [ARD_PATH, AI_CATALOG_PATH, 'catalogs/skills.json', 'catalogs/NAME.json', ROBOTS_PATH],
  async generate(context) {
    const { document, nested } = await createCatalogs(listResources(context), context)
    const { config, catalog } = context
    const files = [...catalog.agents, ...catalog.servers, ...catalog.skills].map((d) => d.document.file)
    const root = {
      body: serializeJson(document),
      cache: 'discovery',
      from: [...new Set([config.file, ...files])].toSorted(compareText),
      format: 'ard',
    } as const
    return [
      { path: ARD_PATH, mediaType: 'application/json', ...root },
      { path: AI_CATALOG_PATH, mediaType: CATALOG_TYPE, ...root },
      ...nested,
      robotsArtifact(ARD_PATH, context),
    ]
  },
} satisfies Format
