import type { Format, FormatContext } from '../formats/format.ts'
import { compareText } from '../json.ts'
import { html, toMarkup, type Html } from './html.ts'
import { headLinks } from './links.ts'
import { providerHeading, providerLogo } from './provider.ts'
import { directorySections, introduction, type Section } from './sections.ts'
import { contentSecurityPolicy, style } from './style.ts'

/**
 * The directory for people: `index.html`, one page without scripts, fonts or requests to other hosts.
 *
 * @param formats the formats whose documents it shows, in that order.
 */
export function createPage(formats: readonly Format[]): Format {
  return {
    name: 'page',
    summary: 'The directory for people: everything the site publishes, on one page.',
    specifications: [],
    paths: ['index.html'],
    generate: (context) => [
      {
        path: 'index.html',
        body: new TextEncoder().encode(toMarkup(directory(context, directorySections(context, formats)))),
        mediaType: 'text/html; charset=utf-8',
        cache: 'discovery',
        from: sources(context),
        format: 'page',
      },
    ],
  }
}

function directory(context: FormatContext, sections: readonly Section[]): Html {
  return html`<!doctype html>
<html lang="en">
${head(context)}
<body>
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
      ({ id, title, cards }) => html`
<li><a href="#${id}">${title}</a> <span class="count">${cards.length}</span></li>`,
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
<footer><p class="wrap">Made with Signpost from the definitions of ${context.config.provider.name}.</p></footer>
</body>
</html>
`
}

function head(context: FormatContext): Html {
  const { config, published, origin, view } = context
  const logo = providerLogo(context)
  return html`<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${config.provider.name}: agents, skills and MCP servers</title>
<meta name="description" content="${introduction(context)}">
<meta name="color-scheme" content="light dark">${
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
  )}
<style>${style}</style>
</head>`
}

function section({ id, title, introduction: text, cards }: Section): Html {
  return html`
<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
<p class="intro">${text}</p>
<div class="cards">${cards}
</div>
</section>`
}

function sources({ config, catalog }: FormatContext): string[] {
  const files = [...catalog.agents, ...catalog.skills, ...catalog.servers].map(({ document }) => document.file)
  return [...new Set([config.file, ...files])].toSorted(compareText)
}
