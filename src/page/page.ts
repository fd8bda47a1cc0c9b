import type { Format, FormatContext } from '../formats/format.ts'
import { compareText } from '../json.ts'
import type { Artifact } from '../site.ts'
import { documentCard, entryCard } from './card.ts'
import { html, toMarkup, type Html } from './html.ts'
import { inlineHtml } from './inline.ts'
import { linkedData } from './linked-data.ts'
import { headLinks } from './links.ts'
import { notFoundPage } from './not-found.ts'
import { providerHeading, providerLogo } from './provider.ts'
import { directorySections, introduction, type Section } from './sections.ts'
import { htmlDocument } from './shell.ts'
import { hasSitemap, sitemap } from './sitemap.ts'
import { markdownTwin } from './twin.ts'

const HTML = 'text/html; charset=utf-8'

/**
 * The directory for people: `index.html`, one page without scripts, fonts or requests to other hosts, the same in
 * Markdown, a page for addresses where there is nothing, and a sitemap. Beside pages of the publisher's own there is only
 * the first, which gives way to theirs.
 *
 * @param formats the formats whose documents it shows, in that order.
 */
export function createPage(formats: readonly Format[]) {
  return {
    name: 'page',
    summary: 'The directory for people: everything the site publishes, on one page, in HTML and in Markdown.',
    specifications: [
      { title: 'Sitemaps', version: '0.9', date: '2016-11-21', url: 'https://www.sitemaps.org/protocol.html' },
    ],
    paths: ['index.html', 'index.md', '404.html', 'sitemap.xml'],
    generate(context) {
      const sections = directorySections(context, formats)
      const from = sources(context)
      const artifact = (path: string, mediaType: string, text: string): Artifact => {
        return { path, body: new TextEncoder().encode(text), mediaType, cache: 'discovery', from, format: 'page' }
      }
      const twin = artifact('index.md', 'text/markdown; charset=utf-8', markdownTwin(context, sections))
      const others = hasSitemap(context)
        ? [
            twin,
            artifact('404.html', HTML, toMarkup(notFoundPage(context))),
            artifact('sitemap.xml', 'application/xml', sitemap(context)),
          ]
        : []
      const published = new Map([...context.published, ...others.map((a): [string, Artifact] => [a.path, a])])
      return [artifact('index.html', HTML, toMarkup(directory({ ...context, published }, sections))), ...others]
    },
  } satisfies Format
}

function directory(context: FormatContext, sections: readonly Section[]): Html {
  return htmlDocument({
    title: `${context.config.provider.name}: agents, skills and MCP servers`,
    head: head(context),
    body: html`
<a class="skip" href="#main">Skip to the directory</a>
<header>${
      context.view === 'private' &&
      html`
<p class="notice"><span class="wrap">Authenticated view: it holds entries that are not public.</span></p>`
    }
<div class="masthead wrap">
${providerHeading(context)}
<p class="lede">${introduction(context)}</p>
</div>
</header>${
      sections.length > 0 &&
      html`
<nav class="jump" aria-label="Contents">
<ul class="wrap">${sections.map(
        ({ id, title, entries, documents }) => html`
<li><a href="#${id}">${title}</a> <span class="count">${entries.length + documents.length}</span></li>`,
      )}
</ul>
</nav>`
    }
<main class="wrap" id="main">${
      sections.length > 0
        ? sections.map(section)
        : html`
<p class="intro">Nothing is published here yet.</p>`
    }
</main>
<footer><p class="wrap">Made with Signpost from the definitions of ${context.config.provider.name}.</p></footer>`,
  })
}

function head(context: FormatContext): Html {
  const { config, published, origin, view } = context
  const logo = providerLogo(context)
  return html`
<meta name="description" content="${introduction(context)}">${
    (config.preview || view === 'private') &&
    html`
<meta name="robots" content="noindex">`
  }
<link rel="canonical" href="${origin}/">${
    logo !== undefined &&
    html`
<link rel="icon" href="${logo}">`
  }${headLinks(published).map(
    ({ rel, href, type, title }) => html`
<link rel="${rel}" href="${href}" type="${type}" title="${title}">`,
  )}${linkedData(published)}`
}

function section({ id, title, introduction: text, entries, documents }: Section): Html {
  return html`
<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
<p class="intro">${inlineHtml(text)}</p>
<div class="cards">${entries.map(entryCard)}${documents.map(documentCard)}
</div>
</section>`
}

function sources({ config, catalog }: FormatContext): string[] {
  const files = [...catalog.agents, ...catalog.skills, ...catalog.servers].map(({ document }) => document.file)
  return [...new Set([config.file, ...files])].toSorted(compareText)
}
