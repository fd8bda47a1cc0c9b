import { groupBy } from '../group.ts'
import { PAGE } from '../headers.ts'
import { compareText } from '../json.ts'
import { urlPath } from '../site.ts'
import { documented, proven, unmet } from './capabilities.ts'
import type { Host, HostFile } from './host.ts'
import type { HostedFile, SiteRules } from './site-rules.ts'

/** S3 behind CloudFront: an upload with metadata, functions at the edge, and a response headers policy. */
export const s3Cloudfront: Host = {
  name: 's3-cloudfront',
  title: 'S3 and CloudFront',
  can: {
    types: proven('emulator'),
    cache: proven('emulator'),
    cors: documented(true),
    preflight: proven('emulator'),
    headers: documented(
      'partly',
      'CloudFront sets the same headers on every path: the page carries its links in its HTML, and in no `Link` header.',
    ),
    filter: proven('emulator'),
    attachments: proven('emulator'),
    revalidation: documented(true),
    missing: documented(true),
  },
  layout: 'file',
  limits: { config: { 'viewer-request.js': { bytes: 10 * 1024 }, 'viewer-response.js': { bytes: 10 * 1024 } } },
  instructions: [
    'Run `sh upload.sh FOLDER BUCKET` with the published folder: every object gets its own `Content-Type` and `Cache-Control`, archives go first and indexes last. `sh upload.sh FOLDER BUCKET --delete` removes what is no longer there; run it no sooner than one max-age later. It needs the AWS command line.',
    'Make CloudFront functions of `viewer-request.js` and, where there is one, `viewer-response.js` (runtime `cloudfront-js-2.0`) and associate them with the default behaviour; make a response headers policy of `response-headers-policy.json` and attach it there too.',
    'A missing object has to be answered with 404: give CloudFront `s3:ListBucket`, or it answers 403, and configure no error page that is answered with 200.',
  ],
  render(site) {
    const response = responseFunction(site)
    return [
      { path: 'upload.sh', body: uploadScript(site), placement: 'project' },
      { path: 'viewer-request.js', body: requestFunction(site), placement: 'project' },
      ...(response === undefined ? [] : [response]),
      {
        path: 'response-headers-policy.json',
        body: `${JSON.stringify(headersPolicy(site), null, 2)}\n`,
        placement: 'project',
      },
    ]
  },
  notes(site) {
    return unmet(s3Cloudfront, site)
  },
}

/** Objects of one metadata go in one command; more names than a command line holds, in several. */
function uploadScript({ files, publisher }: SiteRules): string {
  const groups = groupBy(files, (file) => [phaseOf(file), ...metadata(file)].join('\n')).toSorted(
    (a, b) => phaseOf(a[0]!) - phaseOf(b[0]!),
  )
  const commands = groups.flatMap((group) => chunks(group, 100).map((part) => uploadCommand(part)))
  const rest =
    publisher.length === 0
      ? []
      : [
          '# The rest of the folder, whose types the command line guesses.',
          `$AWS s3 sync "$FOLDER" "s3://$BUCKET" --only-show-errors ${[...new Set(files.map(({ path }) => topOf(path)))]
            .toSorted(compareText)
            .map((pattern) => `--exclude ${pattern}`)
            .join(' ')}`,
        ]
  return [
    '#!/bin/sh',
    '# Uploads the site to S3: sh upload.sh FOLDER BUCKET [--delete]. Made by Signpost.',
    'set -eu',
    'FOLDER=$1 BUCKET=$2',
    'AWS=${AWS:-aws}',
    ...rest,
    ...commands,
    'if [ "${3:-}" = --delete ]; then',
    '  $AWS s3 sync "$FOLDER" "s3://$BUCKET" --size-only --delete --only-show-errors',
    'fi',
    '',
  ].join('\n')
}

function uploadCommand(files: readonly HostedFile[]): string {
  const [type, cache, disposition] = metadata(files[0]!)
  const flags = [
    `--content-type ${quote(type!)}`,
    `--cache-control ${quote(cache!)}`,
    ...(disposition === '' ? [] : [`--content-disposition ${quote(disposition!)}`]),
    "--exclude '*'",
    ...files.map(({ path }) => `--include ${quote(escapeGlob(path))}`),
  ]
  return [
    `$AWS s3 cp "$FOLDER" "s3://$BUCKET" --recursive --only-show-errors`,
    ...flags.map((flag) => `  ${flag}`),
  ].join(' \\\n')
}

function metadata({ headers }: HostedFile): string[] {
  return [headers['Content-Type'] ?? '', headers['Cache-Control'] ?? '', headers['Content-Disposition'] ?? '']
}

/** What others point to goes first: archives, files of skills and other documents, then the documents at the well-known folder. */
function phaseOf({ path, cache }: HostedFile): number {
  if (cache === 'immutable') return 0
  return /^\.well-known\/(?:[^/]+|[^/]+\/index\.json)$/.test(path) ? 2 : 1
}

function requestFunction({ routes, preflight, files }: SiteRules): string {
  const table = Object.fromEntries(
    routes.map(({ path, parameter, values, otherwise }) => [
      urlPath(path),
      {
        parameter,
        values: Object.fromEntries(Object.entries(values).map(([value, target]) => [value, urlPath(target)])),
        otherwise: urlPath(otherwise),
      },
    ]),
  )
  const answer = Object.fromEntries(Object.entries(preflight).map(([name, value]) => [name.toLowerCase(), { value }]))
  return `// CloudFront function for viewer requests: ?type= and the preflight of browsers. Made by Signpost.
var routes = ${JSON.stringify(table, null, 2)};
var preflight = ${JSON.stringify(answer, null, 2)};

function handler(event) {
  var request = event.request;
  if (request.method === 'OPTIONS') return { statusCode: 204, statusDescription: 'No Content', headers: preflight };
  ${files.some(({ path }) => path === PAGE) ? `if (request.uri === '/') request.uri = '/${PAGE}';\n  ` : ''}var route = Object.prototype.hasOwnProperty.call(routes, request.uri) ? routes[request.uri] : undefined;
  if (!route) return request;
  var value = valueOf(request.querystring, route.parameter);
  if (!value) return request;
  request.uri = Object.prototype.hasOwnProperty.call(route.values, value) ? route.values[value] : route.otherwise;
  return request;
}

// The first value; names and values may be percent-encoded.
function valueOf(query, parameter) {
  for (var name in query) {
    if (decode(name) !== parameter) continue;
    var found = query[name];
    return decode(found.multiValue && found.multiValue.length > 0 ? found.multiValue[0].value : found.value);
  }
  return '';
}

function decode(text) {
  try {
    return decodeURIComponent(String(text).replace(/\\+/g, ' '));
  } catch (error) {
    return String(text);
  }
}
`
}

/** S3 keeps no policy with an object: the edge adds it to attachments. */
function responseFunction({ files }: SiteRules): HostFile | undefined {
  const policy = files.find(({ active }) => active)?.headers['Content-Security-Policy']
  if (policy === undefined) return undefined
  const body = `// CloudFront function for viewer responses: what is an attachment gets no rights of the origin. Made by Signpost.
function handler(event) {
  var headers = event.response.headers;
  var disposition = headers['content-disposition'];
  if (disposition && disposition.value.indexOf('attachment') === 0) headers['content-security-policy'] = { value: ${JSON.stringify(policy)} };
  return event.response;
}
`
  return { path: 'viewer-response.js', body, placement: 'project' }
}

/** Input of `aws cloudfront create-response-headers-policy`. */
function headersPolicy({ view, origin }: SiteRules): object {
  const cors = {
    AccessControlAllowOrigins: { Quantity: 1, Items: ['*'] },
    AccessControlAllowHeaders: {
      Quantity: 5,
      Items: ['A2A-Version', 'A2A-Extensions', 'Authorization', 'Content-Type', 'If-None-Match'],
    },
    AccessControlAllowMethods: { Quantity: 3, Items: ['GET', 'HEAD', 'OPTIONS'] },
    AccessControlAllowCredentials: false,
    AccessControlExposeHeaders: { Quantity: 1, Items: ['ETag'] },
    AccessControlMaxAgeSec: 86_400,
    OriginOverride: true,
  }
  return {
    ResponseHeadersPolicyConfig: {
      Name: `signpost-${new URL(origin).hostname.replace(/[^a-z0-9]+/g, '-')}-${view}`,
      Comment: `Headers of ${origin}`,
      ...(view === 'public' ? { CorsConfig: cors } : {}),
      SecurityHeadersConfig: { ContentTypeOptions: { Override: true } },
    },
  }
}

function topOf(path: string): string {
  const slash = path.indexOf('/')
  return quote(slash < 0 ? escapeGlob(path) : `${path.slice(0, slash)}/*`)
}

/** The command line compares with a shell's patterns, in which a class of one character is that character. */
function escapeGlob(path: string): string {
  return path.replace(/[*?[]/g, '[$&]')
}

function quote(text: string): string {
  if (/[\0\r\n]/.test(text)) throw new TypeError(`A shell script cannot hold ${JSON.stringify(text)}`)
  return `'${text.replaceAll("'", "'\\''")}'`
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size))
}
