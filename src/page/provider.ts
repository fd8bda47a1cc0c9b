import type { FormatContext } from '../formats/format.ts'
import { html, type Content, type Html } from './html.ts'
import { anchor, safeHref } from './links.ts'

/** Who publishes: the page's heading with the provider's addresses. */
export function providerHeading(context: FormatContext): Html {
  const { name, organization, url, documentationUrl, contact } = context.config.provider
  const logo = providerLogo(context)
  const facts: Content[] = [
    organization !== name && organization,
    anchor(url, url.replace(/^https?:\/\//u, '')),
    documentationUrl !== undefined && anchor(documentationUrl, 'Documentation'),
    contact !== undefined && contactLink(contact),
  ].filter((fact) => fact !== undefined && fact !== false)
  return html`<div class="name">${logo !== undefined && html`<img src="${logo}" alt="" width="56" height="56">`}<h1 dir="auto">${name}</h1></div>
<ul class="facts">${facts.map((fact) => html`<li dir="auto">${fact}</li>`)}</ul>`
}

/** Address of the provider's logo if it lies on the site itself: the page loads nothing from another host. */
export function providerLogo({ config, origin }: FormatContext): string | undefined {
  const href = config.provider.logoUrl === undefined ? undefined : safeHref(config.provider.logoUrl)
  if (href === undefined) return undefined
  const url = new URL(href)
  return url.origin === config.origin || url.origin === origin ? `${url.pathname}${url.search}` : undefined
}

function contactLink(contact: string): Html {
  const bare = contact.replace(/^mailto:/iu, '')
  return anchor(/^[^\s@/:?#]+@[^\s@/:?#]+$/u.test(bare) ? `mailto:${bare}` : contact, bare)
}
