import { list, rule, show } from './rule.ts'
import { andOthers } from './verify.ts'

/** A fault that several paths have. */
export interface Gathered {
  readonly what: string
  readonly problem: string
  readonly others: readonly string[]
}

/** Findings about the answers of a server. */
export const verifyHttpRules = {
  HTTP_STATUS: rule<{ reason: string; others: readonly string[] }>({
    severity: 'error',
    message: ({ reason, others }) => `A place where clients look cannot be read: it ${reason}.${andOthers(others)}`,
    docs: 'A well-known path answered neither with its document (200) nor that there is none (404). Public discovery documents need no authentication, and a path that the site does not have is answered 404.',
  }),
  HTTP_SOFT_404: rule<{ type: string }>({
    severity: 'warning',
    message: ({ type }) => `A document that does not exist is answered with 200 (${type}) in place of 404.`,
    hint: () => 'Exclude `/.well-known/` from the fallback of the app, or publish a 404 page.',
    docs: 'Single-page apps answer every address with their page. A client that asks for a document which the site does not have then gets HTML and reports it as broken.',
  }),
  HTTP_REDIRECT: rule<{ to: string }>({
    severity: 'warning',
    message: ({ to }) =>
      `The document is redirected to ${show(to)}. Some clients follow no redirect (the A2A SDK for Python) and find nothing.`,
    hint: () => 'Answer 200 at this address.',
    docs: 'Discovery documents are served where clients ask for them: no hop to a trailing slash, from http to https or from one host name to another.',
  }),
  HTTP_REDIRECT_ORIGIN: rule<{ to: string }>({
    severity: 'error',
    message: ({ to }) =>
      `The document is redirected to another origin, ${show(to)}: what is there is another publisher's for clients that check.`,
    hint: () => 'Serve it on this origin, or verify the origin that it redirects to.',
    docs: 'A card or a key set that comes from another origin than the one that was asked proves nothing about the one that was asked. Google ADK refuses such a card, and keys are never taken from there.',
  }),
  HTTP_REDIRECT_INSECURE: rule<Record<never, never>>({
    severity: 'error',
    message: () => 'The document is redirected over plain http, where anybody on the way can change it.',
    hint: () => 'Redirect to an https URL, or serve the document where it is asked for.',
    docs: 'A redirect from https to http gives up what https protects: the request that follows can be read and its answer replaced. Careful clients stop there. Redirect to an https URL, or serve the document where it is asked for.',
  }),
  HTTP_TYPE: rule<Gathered>({
    severity: 'warning',
    message: ({ what, problem, others }) => `The ${what} is sent with ${problem}.${andOthers(others)}`,
    docs: 'The media type tells clients and browsers what an answer is: a JSON type for JSON documents (those without an ending too), text/markdown for SKILL.md, application/zip for archives. Some hosts cannot set it; clients that are lenient read the document all the same.',
  }),
  HTTP_CORS: rule<Gathered>({
    severity: 'warning',
    message: ({ problem, others }) =>
      `Clients in a browser cannot read this: \`Access-Control-Allow-Origin\` ${problem}.${andOthers(others)}`,
    hint: () => 'Send `Access-Control-Allow-Origin: *`, without credentials, for public documents.',
    docs: 'Public discovery documents are for everyone, and agents run in browsers too. Without the header a browser keeps the answer from its script.',
  }),
  HTTP_CORS_PRIVATE: rule<Gathered>({
    severity: 'error',
    locked: true,
    message: ({ problem, others }) =>
      `The authenticated view lets pages of other origins read it (\`Access-Control-Allow-Origin: ${problem}\`).${andOthers(others)}`,
    docs: 'A page of any other origin could read private documents with the cookies of whoever visits it.',
  }),
  HTTP_CACHE: rule<Gathered>({
    severity: 'warning',
    message: ({ others }) =>
      `The answer has no \`Cache-Control\`, so every cache guesses how long it may keep it.${andOthers(others)}`,
    hint: () => 'Send `Cache-Control: public, max-age=300, must-revalidate`.',
    docs: 'Without `Cache-Control` caches keep an answer for a tenth of its age, which can be years where files carry an artificial date.',
  }),
  HTTP_CACHE_LONG: rule<Gathered>({
    severity: 'warning',
    message: ({ problem, others }) =>
      `This document can change, and caches keep it for long (\`Cache-Control: ${problem}\`).${andOthers(others)}`,
    hint: () =>
      'Only what has a digest in its URL is immutable; send `public, max-age=300, must-revalidate` for the rest.',
    docs: 'Cards, indexes, manifests and above all key sets change at their URL. A key that was revoked stays trusted wherever the old answer is kept; a digest in a fresh index does not fit an old artifact.',
  }),
  HTTP_CACHE_PRIVATE: rule<Gathered>({
    severity: 'error',
    locked: true,
    message: ({ problem, others }) =>
      `The authenticated view may be kept by caches: \`Cache-Control\` ${problem}.${andOthers(others)}`,
    hint: () => 'Send `Cache-Control: private, no-store`.',
    docs: 'A shared cache that keeps private documents gives them to strangers.',
  }),
  HTTP_NOSNIFF: rule<Gathered>({
    severity: 'suggestion',
    message: ({ others }) => `The answer lacks \`X-Content-Type-Options: nosniff\`.${andOthers(others)}`,
    docs: 'With the header browsers take the media type as it is sent and do not guess that a text is a page.',
  }),
  HTTP_ACTIVE: rule<Gathered>({
    severity: 'warning',
    message: ({ problem, others }) =>
      `A file of a skill is served as ${problem}, so a browser runs what is in it on this origin.${andOthers(others)}`,
    hint: () =>
      "Serve it with `Content-Disposition: attachment` and `Content-Security-Policy: sandbox; default-src 'none'`.",
    docs: "HTML, SVG and scripts in a skill are somebody's files, not pages of this site. Opened in a browser they run with the rights of the publisher's own origin.",
  }),
  HTTP_ENCODED_ARCHIVE: rule<{ coding: string }>({
    severity: 'error',
    message: ({ coding }) =>
      `The archive is sent with \`Content-Encoding: ${coding}\`: clients undo the coding and get other bytes than the index promises.`,
    hint: () => 'Take the archive out of the rule that labels compressed files.',
    docs: 'Some servers label `.tar.gz` and similar files as gzip-encoded. HTTP clients then unpack them on the way, and the digest no longer fits.',
  }),
  HTTP_HEAD: rule<{ what: string; problem: string }>({
    severity: 'warning',
    message: ({ what, problem }) => `HEAD of the ${what} ${problem}.`,
    docs: 'HEAD is answered as GET, without a body (RFC 9110, 9.3.2). Crawlers and registries ask that way whether something is there.',
  }),
  HTTP_ETAG: rule<Record<never, never>>({
    severity: 'suggestion',
    message: () => 'The answer has neither `ETag` nor `Last-Modified`, so clients fetch the document anew each time.',
    docs: 'With a validator a client asks whether its copy is still good and gets 304 in a few bytes (A2A 1.0, 8.6 asks for one on cards).',
  }),
  HTTP_ETAG_FORM: rule<{ etag: string }>({
    severity: 'warning',
    message: ({ etag }) =>
      `\`ETag: ${etag.slice(0, 60)}\` has no quotes around the tag, so caches and content delivery networks drop it.`,
    docs: 'An entity tag is a quoted text, with `W/` before it where it is weak (RFC 9110, 8.8.3).',
  }),
  HTTP_CONDITIONAL: rule<{ etag: string; status: number }>({
    severity: 'warning',
    message: ({ etag, status }) =>
      `The server does not know its own tag again: \`If-None-Match: ${etag.slice(0, 60)}\` is answered ${status}, not 304.`,
    docs: 'A request with the tag as it was sent is answered 304 while the document is the same (RFC 9110, 13.1.2).',
  }),
  HTTP_CONDITIONAL_GZIP: rule<{ etag: string; status: number }>({
    severity: 'warning',
    message: ({ etag, status }) =>
      `With gzip the server does not know its own tag again: \`If-None-Match: ${etag.slice(0, 60)}\` is answered ${status}, not 304.`,
    hint: () => 'Apache: `DeflateAlterETag NoChange`.',
    docs: 'Servers that compress on the fly change the tag (`-gzip`), and some compare the changed tag with the unchanged one. Nearly every client asks with gzip, so nothing is ever answered 304.',
  }),
  HTTP_CONDITIONAL_STALE: rule<Record<never, never>>({
    severity: 'error',
    message: () => 'The server answers 304 for a tag that it never sent: clients with an old copy keep it forever.',
    docs: 'A tag that does not match is answered with the whole document (RFC 9110, 13.1.2). Here any tag counts as the current one, so no change ever reaches a client.',
  }),
  HTTP_GZIP: rule<Record<never, never>>({
    severity: 'error',
    message: () => 'With gzip another document is sent than without.',
    docs: 'A server that keeps compressed copies beside its files serves an old copy. Signatures and digests fit one of the two only.',
  }),
  HTTP_VARY: rule<Record<never, never>>({
    severity: 'suggestion',
    message: () => 'The answer is compressed where that is asked for, but does not say `Vary: Accept-Encoding`.',
    docs: 'A shared cache may hand the compressed answer to a client that cannot read it.',
  }),
  HTTP_PREFLIGHT: rule<{ problem: string }>({
    severity: 'warning',
    message: ({ problem }) => `A2A clients in a browser cannot read the card: the answer to OPTIONS ${problem}.`,
    hint: () =>
      'Answer 204 with `Access-Control-Allow-Origin: *`, `Access-Control-Allow-Methods: GET, HEAD, OPTIONS` and `Access-Control-Allow-Headers: A2A-Version`.',
    docs: 'A2A clients send `A2A-Version` with the request for a card. Browsers ask for leave first, by OPTIONS. Some hosts cannot answer that from static files.',
  }),
  HTTP_FILTER: rule<{ type: string; problem: string }>({
    severity: 'error',
    message: ({ type, problem }) => `The answer to \`?type=${type}\` ${problem}.`,
    docs: 'Every skill of the answer has the type that was asked for, and every such skill of the full index is in it (Skill Sharing 5.6). A type that no skill has is answered with an empty list.',
  }),
  HTTP_FILTER_LEAKS: rule<{ problem: string }>({
    severity: 'error',
    message: ({ problem }) => `After filtered requests the answer without a filter is another one: it ${problem}.`,
    hint: () => 'Keep the query in the key of the cache, or map each type to a path of its own before the cache.',
    docs: 'A cache in front of the site takes no account of the query, so the answer to one type is given to those who ask for the whole index.',
  }),
  HTTP_FILTER_IGNORED: rule<{ types: readonly string[] }>({
    severity: 'suggestion',
    message: ({ types }) =>
      `\`?type=\` is answered with the full index (${list(types)}): clients have to filter for themselves.`,
    docs: 'A host that cannot route by query answers with everything. That is honest, and safe for clients that filter again.',
  }),
}
