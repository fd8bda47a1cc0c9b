import { rule, show } from './rule.ts'

/** Codes about the platform that a site is deployed to. */
export const hostRules = {
  HOST_LIMIT: rule<{ host: string; what: string; actual: number; limit: number; unit: string }>({
    severity: 'error',
    message: ({ host, what, actual, limit, unit }) => `${host} allows ${limit} ${unit}, and ${what} has ${actual}.`,
    hint: ({ unit }) =>
      unit === 'rules'
        ? 'Publish fewer files of unusual types, or remove rules of your own.'
        : 'Publish fewer or smaller files, switch formats off that nobody needs, or choose another host.',
    docs: `Every platform has limits: files in a deployment, bytes of a file, rules and line lengths of its own configuration files. Beyond them it refuses the deployment or, worse, ignores the rest without a word. The build asks for as few rules as it can (one for a folder or an ending), and stops where that is still too much.

Files of unusual types in Agent Skills, each of which needs a rule for its media type, are the usual cause of too many rules; an archive holds them too. The numbers of each host are in docs/hosts.md.`,
  }),

  HOST_FILE_NAME: rule<{ host: string; path: string }>({
    severity: 'error',
    message: ({ host, path }) => `${host} refuses a deployment with a file of this name: ${show(path)}.`,
    hint: () => 'Rename the file.',
    docs: `Some platforms refuse whole deployments for the name of one file: Netlify takes no name with \`#\` or \`?\` in it. Rename the file in the skill's folder.`,
  }),

  HOST_FILE_KEPT: rule<{ path: string; host: string }>({
    severity: 'warning',
    message: ({ path, host }) =>
      `You have a file ${show(path)} of your own, so the one that ${host} needs was not written there.`,
    hint: ({ path, host }) => `Add to it what \`${host}/${path}\` in the deployment folder says.`,
    docs: `A host file of yours (\`staticwebapp.config.json\`, \`_worker.js\`, \`.htaccess\` and the like) is never rewritten, since only you know how the two go together. What the site needs lies in \`dist-deploy/<host>/\` under the same name: add it to your own file.

\`_headers\` and \`_redirects\` are lists of rules and are merged.`,
  }),

  HOST_RULE_TWICE: rule<{ path: string; rule: string; file: string; host: string }>({
    severity: 'error',
    message: ({ path, rule: name, file, host }) =>
      `Both your own \`${file}\` and the site's rules for ${host} set ${name} for ${show(path)}.`,
    hint: ({ file }) => `Remove the rule from your own \`${file}\`.`,
    docs: `Your \`_headers\` or \`_redirects\` and the rules that Signpost makes are written into one file. Where both set the same header for the same path, or route the same requests, platforms differ in which one wins, and some join the two values with a comma. Leave the rule to one of the two.`,
  }),

  HOST_ACTIVE_CONTENT: rule<{ path: string; host: string }>({
    severity: 'warning',
    message: ({ path, host }) =>
      `${show(path)} would run as a page of your own origin, and ${host} cannot be told to serve it as an attachment, so it is published inside the skill's archive only.`,
    hint: () => 'Deploy to a host that lets headers be set, or remove the file.',
    docs: `HTML, SVG and scripts of an Agent Skill would run on the provider's own origin when somebody opens them. They are served as attachments under a sandboxing \`Content-Security-Policy\`. A host without control over headers cannot do that: there such files are only inside the skill's archive, and the index does not list them as single files.`,
  }),
}
