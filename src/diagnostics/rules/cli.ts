import { rule } from './rule.ts'

/** Codes about what a command needs before it can look at a definition. */
export const cliRules = {
  CONFIG_MISSING: rule<{ viteConfig?: string | undefined; above?: string | undefined }>({
    severity: 'error',
    message: ({ viteConfig }) =>
      viteConfig === undefined
        ? 'There is neither a Vite config nor a signpost.config here, so the origin and the provider of the site are not known.'
        : `${viteConfig} does not use the signpost plugin and there is no signpost.config here, so the origin and the provider of the site are not known.`,
    hint: ({ viteConfig, above }) => {
      const add = `Add \`signpost({ origin: 'https://…', provider: { name: '…' } })\` from \`signpost/vite\` to the plugins of ${viteConfig ?? 'vite.config.ts'}, or, for a site that Vite does not build, write \`export default { origin: 'https://…', provider: { name: '…' } }\` into signpost.config.mjs.`
      if (above === undefined) return `${add} Another folder: \`--root DIR\`; another file: \`--config FILE\`.`
      return `There is ${above}: if it is the site's, run this in its folder, or with \`--root ${above.slice(0, above.lastIndexOf('/'))}\`. Otherwise: ${add}`
    },
    docs: `Every published document names the origin of the site and its provider, and no definition can give them: they are options of the site.

Signpost reads its options from one of two places:

- **A site that Vite builds**: the plugin in \`vite.config.ts\` (or \`.mts\`, \`.js\`, \`.mjs\`, \`.cts\`, \`.cjs\`).

  \`\`\`ts
  import { defineConfig } from 'vite'
  import { signpost } from 'signpost/vite'

  export default defineConfig({
    plugins: [signpost({ origin: 'https://acme.example', provider: { name: 'Acme' }, defaults: { access: 'public' } })],
  })
  \`\`\`

- **Any other site**: the same options as the default export, or the export \`options\`, of \`signpost.config.ts\`, \`.js\` or \`.mjs\`. Run \`signpost build --out-dir DIR\` after the site's own build.

A Vite config without the plugin is passed over, so that a framework with a Vite config of its own can use \`signpost.config\`.`,
  }),

  CONFIG_UNREADABLE: rule<{ file: string; reason: string; fix?: string | undefined }>({
    severity: 'error',
    message: ({ file, reason }) => `${file} could not be loaded: ${reason}`,
    hint: ({ fix }) => fix,
    docs: `The config file exists, but running it failed: it has a syntax error, imports something that is not installed, throws, or exports something that is no object. The message repeats what the runtime said.

Signpost does not go on with other options than the ones that were meant. Put the file right; \`npx vite build\` shows the same problem for a Vite config. A TypeScript config needs Vite, or a Node that runs TypeScript by itself (22.18 or later): without either, use \`signpost.config.js\`.`,
  }),

  SITE_APP_FAILED: rule<{ reason: string }>({
    severity: 'error',
    message: ({ reason }) => `Vite could not build the app that the site is part of: ${reason}`,
    hint: () => 'Run `npx vite build` to see everything that Vite says about it.',
    docs: `\`signpost build\` runs \`vite build\` where the Vite config has the plugin. The definitions are fine, but the app around them did not build, for example because it imports a file that is not there. Nothing was written for it.

The message is the first thing Vite complained about. Fix the app; \`npx vite build\` shows the full output.`,
  }),
}
