import { documented, missing, unmet } from './capabilities.ts'
import type { Host } from './host.ts'

/** GitLab Pages: no headers of one's own, no route by query. */
export const gitlabPages: Host = {
  name: 'gitlab-pages',
  title: 'GitLab Pages',
  can: {
    types: documented(
      'partly',
      'GitLab Pages tells media types by the ending, and without one by the content: `/.well-known/skill-sharing` is served as text/plain.',
    ),
    cache: documented(false, 'GitLab Pages keeps everything for ten minutes, whatever the `cache` option says.'),
    cors: documented(
      'partly',
      'GitLab Pages sends `Access-Control-Allow-Origin` only where the administrator of the instance allows it; gitlab.com does.',
    ),
    preflight: documented(
      false,
      'GitLab Pages does not allow headers in a preflight: a browser that sends `A2A-Version` cannot read an Agent Card there.',
    ),
    headers: documented(
      false,
      'GitLab Pages sends no headers of yours: the page carries its links in its HTML, and in no `Link` header.',
    ),
    filter: missing(
      'documentation',
      'GitLab Pages cannot route by query: `?type=` is answered with the whole index, which consumers filter themselves.',
    ),
    attachments: documented(
      false,
      'GitLab Pages cannot serve attachments: HTML, SVG and scripts of skills are inside the archive only.',
    ),
    revalidation: documented(true),
    missing: documented(true),
  },
  layout: 'file',
  limits: {},
  instructions: [
    'Copy the job of `.gitlab-ci.yml` into that of the project. It moves the published folder as a whole, since `cp -r dist/*` would leave `/.well-known/` behind.',
    'Well-known URIs live at the root of an origin: publish with a domain of your own or a unique domain, not below `/project/`.',
    'For the authenticated view switch access control of Pages on in the settings of the project.',
    'A file `NAME.gz` beside a file `NAME` is sent in its place to clients that take gzip.',
  ],
  render({ view }) {
    return [
      { path: '.gitlab-ci.yml', body: pipeline(view === 'public' ? 'dist' : 'dist-private'), placement: 'project' },
    ]
  },
  notes(site) {
    return unmet(gitlabPages, site)
  },
}

function pipeline(folder: string): string {
  return `# Publishes the site to GitLab Pages. Made by Signpost: copy the job to .gitlab-ci.yml.
pages:
  image: node:22
  stage: deploy
  variables:
    GIT_DEPTH: 0
  script:
    - npm ci
    - npm run build
    - rm -rf .public && mv ${folder} .public
  publish: .public
  pages: true
  artifacts:
    paths:
      - .public
  rules:
    - if: $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH
`
}
