import type { FormatContext } from '../formats/format.ts'
import { html, type Html } from './html.ts'
import { inlineHtml, type Inline } from './inline.ts'
import { externalLink, safeHref } from './links.ts'

/** Who publishes: the page's heading with the provider's addresses. */
export function providerHeading(context: FormatContext): Html {
  const logo = providerLogo(context)
  const facts = providerFacts(context).map((fact) => html`<li dir="auto">${inlineHtml(fact)}</li>`)
  return html`<div class="name">${logo !== undefined && html`<img src="${logo}" alt="" width="56" height="56">`}<h1 dir="auto">${context.config.provider.name}</h1></div>
<ul class="facts">${facts}</ul>`
}

/** What the options say of the provider beside its name. */
export function providerFacts({ config }: Pick<FormatContext, 'config'>): Inline[] {
  const { name, organization, url, documentationUrl, contact } = config.provider
  return [
    ...(organization === undefined || organization === name ? [] : [organization]),
    externalLink(url, url.replace(/^https?:\/\//u, '')),
    ...(documentationUrl === undefined ? [] : [externalLink(documentationUrl, 'Documentation')]),
    ...(contact === undefined ? [] : [contactLink(contact)]),
  ]
}

/** Address of the provider's logo if it lies on the site itself: the page loads nothing from another host. */
export function providerLogo({ config, origin }: FormatContext): string | undefined {
  const href = config.provider.logoUrl === undefined ? undefined : safeHref(config.provider.logoUrl)
  if (href === undefined) return undefined
  const url = new URL(href)
  return url.origin === config.origin || url.origin === origin ? `${url.pathname}${url.search}` : undefined
}

function contactLink(contact: string): Inline {
  const bare = contact.replace(/^mailto:/iu, '')
  return externalLink(/^[^\s@/:?#]+@[^\s@/:?#]+$/u.test(bare) ? `mailto:${bare}` : contact, bare)
}
