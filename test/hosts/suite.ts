import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BuildResult } from '../../src/build.ts'
import { routePath } from '../../src/headers.ts'
import type { Ability, Host } from '../../src/hosts/host.ts'
import { createSiteRules, sameMediaType, type HostedFile } from '../../src/hosts/site-rules.ts'
import { httpReader } from '../../src/load/site-http.ts'
import { urlPath } from '../../src/site.ts'
import { verify } from '../../src/verify/verify.ts'
import { ask, tcpBridge, type Answer } from './http.ts'
import { removeLaidOut } from './lay-out.ts'
import type { Running } from './process.ts'
import { buildSample } from './sample.ts'

/** Files of the publisher beside the site, by path. */
export type AppFiles = Readonly<Record<string, string>>

/** How the answers of a server differ from those of the platform, or the platform's from what is promised. */
export interface Deviations {
  /** Starts the server over a build that is laid out for the host. */
  start(build: BuildResult, app: AppFiles): Promise<Running>
  /** What a stand-in gets wrong and the platform does not: such checks are left out. */
  readonly emulatorLacks?: readonly Ability[]
  /** The URL that answers a file, where it is another than its path; `undefined` where none does. */
  target?(path: string): string | undefined
  /** Headers that the server does not send at all. */
  readonly ignores?: readonly string[]
  /** A header of a file that the host is known, and said, not to send. */
  excused?(file: HostedFile, header: string): boolean
  /** Whether an unchanged answer is known again when it was compressed. */
  readonly revalidatesCompressed?: boolean
  /** Values of `?type=` that the server reads in its own way, and the path that answers each. */
  readonly queries?: Readonly<Record<string, string>>
}

/** The one suite: what every host has to answer, as far as it can, also beside a publisher's own files. */
export function describeHost(host: Host, deviations: Deviations, skip: boolean, app: AppFiles = {}): void {
  const beside = Object.keys(app).length === 0 ? '' : ' beside an app'
  describe.skipIf(skip)(`${host.title} answers as promised${beside}`, () => {
    let server: Running
    let build: BuildResult
    let files: readonly HostedFile[]
    let bodies: ReadonlyMap<string, Buffer>
    const { emulatorLacks = [], ignores = [], target = urlPath } = deviations
    const excuses = new Set<string>()
    const can = (ability: Ability): boolean => host.can[ability].has !== false && !emulatorLacks.includes(ability)

    beforeAll(async () => {
      build = await buildSample({ hosts: [host.name] }, undefined, { publicFiles: Object.keys(app) })
      if (build.public === undefined)
        throw new Error(
          JSON.stringify(
            build.diagnostics.filter((d) => d.severity === 'error'),
            null,
            2,
          ),
        )
      files = createSiteRules(build.public, build.config.cache, []).files
      bodies = new Map(build.public.artifacts.map(({ path, body }) => [path, Buffer.from(body)]))
      server = await deviations.start(build, app)
    })
    afterAll(async () => {
      await server?.stop()
      removeLaidOut()
    })

    const get = (
      path: string,
      query = '',
      headers: Readonly<Record<string, string>> = {},
      method = 'GET',
    ): Promise<Answer> =>
      ask(server.address, `${target(path)}${query}`, { headers: { 'Accept-Encoding': 'identity', ...headers }, method })
    const served = (): HostedFile[] => files.filter(({ path }) => target(path) !== undefined)
    const problemsOf = async (
      items: readonly HostedFile[],
      check: (file: HostedFile) => Promise<string | undefined>,
    ): Promise<string[]> => {
      const problems: string[] = []
      for (const file of items) {
        const problem = await check(file)
        if (problem !== undefined) problems.push(`${file.path}: ${problem}`)
      }
      return problems.length > 6 ? [...problems.slice(0, 6), `and ${problems.length - 6} more`] : problems
    }

    test('every published path: 200 and the exact bytes', async () => {
      expect(
        await problemsOf(served(), async ({ path }) => {
          const { status, body } = await get(path)
          return status === 200 && body.equals(bodies.get(path)!) ? undefined : `status ${status}, ${body.length} bytes`
        }),
      ).toEqual([])
    })

    test('every published path: the promised headers', async () => {
      const names: Readonly<Record<string, Ability>> = {
        'Content-Type': 'types',
        'Cache-Control': 'cache',
        'Access-Control-Allow-Origin': 'cors',
        'Access-Control-Expose-Headers': 'cors',
        'X-Content-Type-Options': 'headers',
        Link: 'headers',
        'Content-Security-Policy': 'attachments',
        'Content-Disposition': 'attachments',
      }
      expect(
        await problemsOf(served(), async (file) => {
          const { path, headers } = file
          const answer = await get(path)
          const wrong = Object.entries(names).flatMap(([name, ability]) => {
            const [wanted, found] = [headers[name], answer.headers[name.toLowerCase()]]
            if (!can(ability) || ignores.includes(name) || deviations.excused?.(file, name)) return []
            const same = name === 'Content-Type' ? sameMediaType(found ?? '', wanted!) : wanted === found
            return same ? [] : [`${name}: ${found} instead of ${wanted}`]
          })
          return wrong.length === 0 ? undefined : wrong.join('; ')
        }),
      ).toEqual([])
    })

    test('HEAD tells the same as GET, without the bytes', async () => {
      const compared = [
        'content-type',
        'cache-control',
        'access-control-allow-origin',
        'content-length',
        'x-content-type-options',
      ]
      expect(
        await problemsOf(served(), async ({ path }) => {
          const [one, other] = [await get(path), await get(path, '', {}, 'HEAD')]
          if (other.status !== 200 || other.body.length > 0) return `status ${other.status}, ${other.body.length} bytes`
          const differ = compared.filter(
            (name) =>
              other.headers[name] !== undefined &&
              one.headers[name] !== undefined &&
              one.headers[name] !== other.headers[name],
          )
          return differ.length === 0
            ? undefined
            : differ.map((name) => `${name} ${one.headers[name]} and ${other.headers[name]}`).join('; ')
        }),
      ).toEqual([])
    })

    test.skipIf(!can('revalidation'))('If-None-Match with the tag that was given: 304', async () => {
      const codings = deviations.revalidatesCompressed === false ? ['identity'] : ['identity', 'gzip']
      expect(
        await problemsOf(served(), async ({ path }) => {
          for (const coding of codings) {
            const { etag } = (await get(path, '', { 'Accept-Encoding': coding })).headers
            if (etag === undefined) return `no ETag with ${coding}`
            const again = await get(path, '', { 'Accept-Encoding': coding, 'If-None-Match': etag })
            if (again.status !== 304 || again.body.length > 0)
              return `status ${again.status} for ${etag} with ${coding}`
            const other = await get(path, '', { 'Accept-Encoding': coding, 'If-None-Match': '"another"' })
            if (other.status !== 200) return `status ${other.status} for another tag`
          }
          return undefined
        }),
      ).toEqual([])
    })

    const QUERIES = [
      '',
      '?type=plugin',
      '?type=api',
      '?type=knowledge',
      '?type=task',
      '?type=unknown',
      '?type=API',
      '?type=apix',
      '?type=',
      '?type',
      '?type=api&type=task',
      '?type=task&type=api',
      '?type=%61pi',
      '?%74ype=api',
      '?x=1&type=api',
      '?type=api&x=1',
      '?mytype=api',
      '?type=__proto__',
    ]
    test.skipIf(!can('filter')).each(['.well-known/skill-sharing', 'registry/skills'])('?type= of %s', async (path) => {
      const problems: string[] = []
      for (const query of QUERIES) {
        const wanted =
          deviations.queries?.[query] === undefined
            ? routePath(path, query.slice(1))
            : deviations.queries[query].replace('PATH', path)
        const answer = await get(path, query)
        const got = [...bodies].find(([name, body]) => name.startsWith(path) && body.equals(answer.body))?.[0]
        if (answer.status !== 200 || !bodies.get(wanted)!.equals(answer.body))
          problems.push(`${query}: status ${answer.status}, ${got} instead of ${wanted}`)
        else if (
          can('types') &&
          !ignores.includes('Content-Type') &&
          !sameMediaType(answer.headers['content-type'] ?? '', 'application/json')
        )
          problems.push(`${query}: ${answer.headers['content-type']}`)
        if (
          can('cache') &&
          !ignores.includes('Cache-Control') &&
          answer.headers['cache-control'] !== 'public, max-age=300, must-revalidate'
        )
          problems.push(`${query}: Cache-Control ${answer.headers['cache-control']}`)
      }
      expect(problems).toEqual([])
    })

    test.skipIf(host.can.filter.has !== false)(
      '?type= is answered with the whole index where it cannot be honoured',
      async () => {
        expect(
          (await get('.well-known/skill-sharing', '?type=api')).body.equals(bodies.get('.well-known/skill-sharing')!),
        ).toBe(true)
      },
    )

    test.skipIf(!can('preflight') || host.can.preflight.has === 'partly')(
      'OPTIONS allows what A2A clients send',
      async () => {
        for (const path of ['.well-known/agent-card.json', 'agents/desk/agent-card.json']) {
          const headers = {
            Origin: 'https://app.example',
            'Access-Control-Request-Method': 'GET',
            'Access-Control-Request-Headers': 'a2a-version',
          }
          const answer = await get(path, '', headers, 'OPTIONS')
          expect([200, 204]).toContain(answer.status)
          expect(answer.headers['access-control-allow-origin']).toBe('*')
          expect(answer.headers['access-control-allow-methods']).toContain('GET')
          expect(answer.headers['access-control-allow-headers']?.toLowerCase()).toContain('a2a-version')
        }
      },
    )

    test.skipIf(!can('missing'))('a missing path is missing: 404 and not a page of the site', async () => {
      const page = bodies.get('index.html') ?? Buffer.from(app['index.html']!)
      for (const path of [
        '.well-known/nothing',
        '.well-known/nothing.json',
        '.well-known/agent-skills/nothing/SKILL.md',
        '.well-known/agent-skills/nothing-0123456789ab.zip',
        'skills/nothing/descriptor.json',
        'agents/nothing/agent-card.json',
      ]) {
        // Where an app has files of its own it may have pages too.
        if (
          !path.startsWith('.well-known/') &&
          Object.keys(app).some((file) => file.startsWith(path.replace(/\/.*/, '/')))
        )
          continue
        const answer = await ask(server.address, `/${path}`)
        expect([path, answer.status]).toEqual([path, 404])
        expect(answer.body.equals(page)).toBe(false)
        expect(answer.headers['cache-control'] ?? '').not.toContain('immutable')
      }
    })

    test.skipIf(beside === '')(
      "the publisher's own files are answered as they are, the page with our links",
      async () => {
        for (const [path, text] of Object.entries(app)) {
          const answer = await ask(server.address, `/${path === 'index.html' ? '' : path}`)
          expect([path, answer.status, answer.body.toString()]).toEqual([path, 200, text])
          if (path !== 'index.html') expect(answer.headers['cache-control'] ?? '').not.toContain('max-age=300')
          else if (can('headers')) expect(answer.headers['link']).toContain('</.well-known/skill-sharing>')
        }
      },
    )

    test('digests hold, also for a client that takes gzip', async () => {
      const index = JSON.parse(bodies.get('.well-known/agent-skills/index.json')!.toString()) as {
        skills: Array<{ url: string; digest: string }>
      }
      expect(index.skills.length).toBe(3)
      for (const { url, digest } of index.skills) {
        for (const coding of ['identity', 'gzip']) {
          const { status, headers, body } = await ask(server.address, url, { headers: { 'Accept-Encoding': coding } })
          const bytes = headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
          expect([url, coding, status, `sha256:${createHash('sha256').update(bytes).digest('hex')}`]).toEqual([
            url,
            coding,
            200,
            digest,
          ])
        }
      }
    })

    test('`verify` finds no broken promise but what the platform cannot keep', async () => {
      const bridge = await tcpBridge(server.address)
      try {
        const { diagnostics } = await verify(httpReader(bridge.origin), { origin: new URL(build.public!.origin) })
        const errors = diagnostics.filter(({ severity, code }) => severity === 'error' && !excuses.has(code))
        expect(errors.map(({ code, url, message }) => `${code} ${url} ${message}`)).toEqual([])
      } finally {
        await bridge.close()
      }
    })

    test.skipIf(!can('types'))('what is a compressed file stays one', async () => {
      const path = '.well-known/agent-skills/forms/assets/data.tar.gz'
      const { headers, body } = await get(path, '', { 'Accept-Encoding': 'gzip' })
      expect(headers['content-encoding']).toBeUndefined()
      expect(body.equals(bodies.get(path)!)).toBe(true)
    })
  })
}
