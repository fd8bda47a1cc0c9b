import { documented, missing, unmet } from './capabilities.ts'
import type { Host } from './host.ts'

/** GitHub Pages: no rules at all, and two traps that lose dot folders. */
export const githubPages: Host = {
  name: 'github-pages',
  title: 'GitHub Pages',
  can: {
    types: documented(
      'partly',
      'GitHub Pages tells media types by the ending alone: `/.well-known/skill-sharing` is served as application/octet-stream.',
    ),
    cache: documented(false, 'GitHub Pages keeps everything for ten minutes, whatever the `cache` option says.'),
    cors: documented(true),
    preflight: documented(
      false,
      'GitHub Pages answers no OPTIONS request: a browser that sends `A2A-Version` cannot read an Agent Card there.',
    ),
    headers: documented(
      false,
      'GitHub Pages sends no headers of yours: the page carries its links in its HTML, and in no `Link` header.',
    ),
    filter: missing(
      'documentation',
      'GitHub Pages cannot route by query: `?type=` is answered with the whole index, which consumers filter themselves.',
    ),
    attachments: documented(
      false,
      'GitHub Pages cannot serve attachments: HTML, SVG and scripts of skills are inside the archive only.',
    ),
    revalidation: documented(true),
    missing: documented(true),
  },
  layout: 'file',
  limits: { fileBytes: 100 * 1024 * 1024 },
  instructions: [
    'Copy `.nojekyll` into the root of the published folder: Jekyll would drop `/.well-known/` and turn SKILL.md into HTML.',
    'Copy `pages.yml` to `.github/workflows/`. Uploads leave hidden files out unless `include-hidden-files: true` says otherwise (`actions/upload-pages-artifact` from version 5; version 4 cannot), and with them the whole of `/.well-known/`. With the npm package gh-pages use `--dotfiles` and `--nojekyll`.',
    'The authenticated view has no place on GitHub Pages, which asks nobody who they are.',
    'Well-known URIs live at the root of an origin: publish from the repository `NAME.github.io`, or with a domain of your own, not below `/repository/`.',
  ],
  render({ view }) {
    // Whatever is on GitHub Pages is there for everybody.
    if (view === 'private') return []
    return [
      { path: '.nojekyll', body: '', placement: 'site' },
      { path: 'pages.yml', body: WORKFLOW, placement: 'project' },
    ]
  },
  notes(site) {
    return [
      ...unmet(githubPages, site),
      'The upload to GitHub Pages leaves hidden files out, and with them `/.well-known/`, unless it says `include-hidden-files: true`, as the workflow in the deployment folder does.',
    ]
  },
}

const WORKFLOW = `# Publishes the site to GitHub Pages. Made by Signpost: copy it to .github/workflows/pages.yml.
name: pages
on:
  push:
    branches: [main]
permissions:
  contents: read
  pages: write
  id-token: write
concurrency:
  group: pages
jobs:
  deploy:
    runs-on: ubuntu-latest
    environment:
      name: github-pages
      url: \${{ steps.deployment.outputs.page_url }}
    steps:
      - uses: actions/checkout@v5
        with:
          fetch-depth: 0
      - uses: actions/setup-node@v5
        with:
          node-version: 22
          cache: npm
      - run: npm ci
      - run: npm run build
        env:
          SIGNPOST_SIGNING_KEY: \${{ secrets.SIGNPOST_SIGNING_KEY }}
      - uses: actions/upload-pages-artifact@v5
        with:
          path: dist
          include-hidden-files: true
      - id: deployment
        uses: actions/deploy-pages@v4
`
