import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import type { Site } from '../../src/site.ts'
import { agentYaml, buildFiles, skillMd, skillYaml } from '../site.ts'

/** Everything that a site says: paths, bytes, what is inside of archives, JSON with its escapes read. */
function everythingOf(site: Site): string {
  return site.artifacts
    .flatMap(({ path, body, mediaType }) => {
      const text = new TextDecoder().decode(body)
      const inside =
        mediaType === 'application/zip'
          ? Object.entries(unzipSync(body)).flatMap(([name, bytes]) => [name, new TextDecoder().decode(bytes)])
          : []
      const decoded = mediaType.includes('json') ? [JSON.stringify(JSON.parse(text))] : []
      return [path, decodeURIComponent(path), text, ...inside, ...decoded]
    })
    .join('\n')
}

/** A word that nothing else contains. */
const word = fc.stringMatching(/^[a-z]{12}$/).map((w) => `zq${w}`)

test('nothing of a private definition is in the public site, and all of it in the authenticated one', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(word, { minLength: 14, maxLength: 14 }),
      fc.constantFrom('data', 'markdown', 'folder', 'agent-skill'),
      async (words, shape) => {
        const [
          name = '',
          title = '',
          description = '',
          tag = '',
          example = '',
          query = '',
          host = '',
          id = '',
          file = '',
          text = '',
          agent = '',
          agentName = '',
          skillId = '',
          extended = '',
        ] = words
        const members = {
          name: title,
          access: 'private',
          id: `example.acme.${id}-v1`,
          description,
          tags: [tag],
          examples: [example, `${example} again`],
          representativeQueries: [query, `${query} too`],
          auth: { type: 'api_key', header: 'X-Key' },
          endpoint: { url: `https://${host}.acme.example/x`, method: 'POST' },
        }
        const definition: Record<string, string> =
          shape === 'data'
            ? { [`skills/${name}.yaml`]: skillYaml({ ...members, version: '1.0.0' }) }
            : shape === 'markdown'
              ? { [`skills/${name}.md`]: `---\n${skillYaml({ ...members, version: '1.0.0' })}---\n\n${text}\n` }
              : shape === 'folder'
                ? { [`skills/${name}/skill.yaml`]: skillYaml({ ...members, version: '1.0.0' }) }
                : {
                    [`skills/${name}/SKILL.md`]: skillMd(
                      name,
                      `metadata: { internal: "true", version: "1.0.0", tags: "${tag}" }`,
                    ).replace('Explains', `${description} `),
                    [`skills/${name}/references/${file}.md`]: text,
                  }
        const result = await buildFiles({
          ...definition,
          'skills/open.yaml': skillYaml({ tags: ['parcel'] }),
          [`agents/${agent}.yaml`]: agentYaml({
            access: 'private',
            name: agentName,
            skills: [{ id: skillId, name: skillId, description: skillId, tags: [skillId] }],
          }),
          'agents/desk.yaml': agentYaml({
            skills: [{ ref: 'open' }, { ref: name, tags: [`${tag}x`] }],
            extended: { description: extended },
            publish: { primary: true },
          }),
        })
        expect(result.diagnostics.filter((d) => d.severity === 'error')).toEqual([])
        const seen = everythingOf(result.public!).toLowerCase()
        expect(words.filter((w) => seen.includes(w))).toEqual([])
        const all = everythingOf(result.private!).toLowerCase()
        const unused =
          shape === 'agent-skill' ? [title, id, example, query, host] : shape === 'markdown' ? [file] : [file, text]
        expect(words.filter((w) => !all.includes(w) && !unused.includes(w) && w !== example && w !== query)).toEqual([])
      },
    ),
    { numRuns: 40 },
  )
})
