import type { FormatContext } from '../formats/format.ts'
import { html, type Html } from './html.ts'
import { htmlDocument } from './shell.ts'

/** What a person sees at an address where there is nothing. It is shown at any depth, so its links start at the root. */
export function notFoundPage({ config }: Pick<FormatContext, 'config'>): Html {
  const { name } = config.provider
  return htmlDocument({
    title: `Not found: ${name}`,
    head: html`
<meta name="robots" content="noindex">`,
    body: html`
<main class="masthead wrap">
<h1>Not found</h1>
<p class="lede">There is nothing at this address.</p>
<p class="lede"><a href="/" dir="auto">${name}</a> lists everything that is published here.</p>
</main>`,
  })
}
