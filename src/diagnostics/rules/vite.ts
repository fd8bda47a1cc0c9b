import { rule, show } from './rule.ts'

/** Codes about the Vite project that a site is built in. */
export const viteRules = {
  CONFIG_BASE: rule<{ base: string }>({
    severity: 'error',
    message: ({ base }) =>
      `Vite's \`base\` is ${show(base)}, but well-known URIs live at the root of an origin: clients would never look below that path.`,
    hint: ({ base }) =>
      `Serve the site from the root of its own origin with \`base: '/'\`, or keep ${show(base)} for the app and build Signpost into a site of its own with \`signpost.config.ts\`.`,
    docs: `
Discovery documents have fixed URLs: \`https://host/.well-known/agent-card.json\` and the like (RFC 8615 allows
well-known URIs at the root of an origin only). A Vite \`base\` such as \`/docs/\` says that the build is deployed below a
path, so that every document would be at a URL where no client asks for it.

Deploy to the root of an origin and remove \`base\`. Where the app has to stay below a path, publish the discovery
documents from the project that owns the root of the origin: give it a \`signpost.config.ts\` and run
\`signpost build --out-dir DIR\`. A \`base\` that is a full URL (assets on a CDN) or relative (\`./\`) is fine.`,
  }),
  SITE_SOURCE_BUNDLED: rule<{ definition: string; importer?: string | undefined }>({
    severity: 'error',
    locked: true,
    message: ({ definition, importer }) =>
      `${importer === undefined ? 'The app' : `\`${importer}\``} imports \`${definition}\`, which is the source of a definition, a key or private output: it would be handed to every visitor.`,
    hint: () =>
      'Fetch the published document instead (for example `/.well-known/skill-sharing`), or move the file out of the definitions folder.',
    docs: `
Code that runs in the browser cannot import a file of a definitions folder, a key file, or anything from the private
view: what is bundled is public, and a definition may be private, or hold comments that are.

Use what is published: fetch \`/.well-known/skill-sharing\` or another document of the site at run time. A file that is
shared on purpose belongs outside of the definitions folders. Code that runs on a server alone (Vite's server
environments) is not affected.`,
  }),
}
