import { html, type Content, type Html } from './html.ts'
import { contentSecurityPolicy, style } from './style.ts'

/** The parts of an HTML document that differ between the pages of a site. */
export interface DocumentParts {
  readonly title: string
  /** Further elements of the head. */
  readonly head: Content
  readonly body: Html
}

/** An HTML document with the site's style sheet, which runs and loads nothing. */
export function htmlDocument({ title, head, body }: DocumentParts): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="color-scheme" content="light dark">${head}
<style>${style}</style>
</head>
<body>${body}
</body>
</html>
`
}
