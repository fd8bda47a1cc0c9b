import { createHash } from 'node:crypto'
import { html, toMarkup, type Html } from './html.ts'

/** Style sheet of the page: system fonts, light and dark, nothing loaded. */
export const style: Html = html`
:root {
  color-scheme: light dark;
  --paper: #f6f5f0; --sheet: #fffefb; --line: #dcdacf; --code: #eeece3;
  --ink: #1d2521; --soft: #566059;
  --accent: #0b5d4b; --sign: #0b5d4b; --sign-ink: #fff;
  --amber: #7a4a00; --amber-sheet: #fbeed3;
  --rose: #8a1f3d; --rose-sheet: #fbe3e8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #121714; --sheet: #1a211d; --line: #313a34; --code: #252d28;
    --ink: #e8ece8; --soft: #a3aea6;
    --accent: #7fd3b6; --sign: #7fd3b6; --sign-ink: #0c1f18;
    --amber: #f3c979; --amber-sheet: #3a2d12;
    --rose: #ffadc0; --rose-sheet: #431a26;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; text-size-adjust: 100%; }
body {
  margin: 0;
  background: var(--paper);
  color: var(--ink);
  font: 1rem/1.6 system-ui, -apple-system, Roboto, sans-serif;
  overflow-wrap: break-word;
}
h1, h2, h3, p, ul, dl, dd { margin: 0; padding: 0; }
h1, h2, h3 { line-height: 1.2; text-wrap: balance; }
ul { list-style: none; }
a { color: var(--accent); text-underline-offset: 0.2em; text-decoration-thickness: 1px; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
code {
  font: 0.86em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
  background: var(--code);
  border-radius: 4px;
  padding: 0.1em 0.35em;
  overflow-wrap: anywhere;
}

.wrap { max-width: 72rem; margin: 0 auto; padding: 0 1.25rem; }
.skip { position: absolute; left: 1rem; top: -4rem; background: var(--sheet); padding: 0.5rem 1rem; }
.skip:focus { top: 0; }
.notice { background: var(--rose-sheet); color: var(--rose); padding: 0.6rem 0; font-weight: 600; }
.notice .wrap { display: block; }
.masthead { padding-block: 3.5rem 2.25rem; }
.name { display: flex; align-items: center; gap: 1.1rem; }
.name img { width: 3.5rem; height: 3.5rem; object-fit: contain; flex: none; }
h1 { font-size: clamp(2rem, 1.4rem + 3vw, 3.25rem); font-weight: 750; letter-spacing: -0.02em; min-width: 0; }
.lede { margin-top: 0.9rem; max-width: 42rem; font-size: 1.2rem; color: var(--soft); }
.facts { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; margin-top: 1rem; }
.jump { border-block: 1px solid var(--line); background: var(--sheet); }
.jump ul { display: flex; flex-wrap: wrap; gap: 0.25rem 2rem; padding-block: 0.8rem; }
.jump a { text-decoration: none; font-weight: 600; }
.jump a:hover { text-decoration: underline; }
.count { color: var(--soft); font-variant-numeric: tabular-nums; }

section { padding-top: 3rem; }
h2 { font-size: 1.6rem; letter-spacing: -0.01em; }
.intro { margin-top: 0.5rem; max-width: 46rem; color: var(--soft); }
.cards {
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 21rem), 1fr));
  gap: 1.25rem;
  margin-top: 1.5rem;
}
.card {
  display: flex;
  flex-direction: column;
  gap: 0.75rem;
  min-width: 0;
  padding: 1.25rem;
  background: var(--sheet);
  border: 1px solid var(--line);
  border-radius: 10px;
}
.card:target { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }
h3 { font-size: 1.2rem; }
.signs { display: flex; flex-wrap: wrap; gap: 0.5rem; font-size: 0.8rem; line-height: 1.6rem; font-weight: 650; }
.sign {
  padding: 0 1.1rem 0 0.7rem;
  background: var(--sign);
  color: var(--sign-ink);
  border-radius: 4px 0 0 4px;
  clip-path: polygon(0 0, calc(100% - 0.7rem) 0, 100% 50%, calc(100% - 0.7rem) 100%, 0 100%);
}
.mark { padding: 0 0.6rem; border-radius: 4px; background: var(--code); }
.restricted { background: var(--amber-sheet); color: var(--amber); }
.private { background: var(--rose-sheet); color: var(--rose); }
.title { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 0.6rem; }
.version { color: var(--soft); font-size: 0.875rem; font-variant-numeric: tabular-nums; }
.tags { display: flex; flex-wrap: wrap; gap: 0.3rem 0.75rem; color: var(--soft); font-size: 0.875rem; }
.tags li::before { content: '#'; }
dl { display: grid; gap: 0.5rem; font-size: 0.9rem; }
dt { color: var(--soft); font-size: 0.8rem; }
dd ul { display: grid; gap: 0.25rem; }
details { font-size: 0.9rem; }
summary { cursor: pointer; color: var(--soft); padding: 0.25rem 0; }
details ul { display: grid; gap: 0.4rem; margin-top: 0.4rem; }
details li { padding-left: 0.8rem; border-left: 2px solid var(--line); }
.links {
  display: flex;
  flex-wrap: wrap;
  gap: 0.25rem 1.25rem;
  margin-top: auto;
  padding-top: 0.75rem;
  border-top: 1px solid var(--line);
  font-size: 0.9rem;
  font-weight: 600;
}
.links a { display: inline-block; padding: 0.15rem 0; }
.files { display: grid; gap: 0.4rem; font-size: 0.9rem; }
time { white-space: nowrap; }
.specifications { color: var(--soft); font-size: 0.9rem; }
footer { margin-top: 4rem; padding: 1.5rem 0 2.5rem; border-top: 1px solid var(--line); color: var(--soft); font-size: 0.9rem; }

@media print {
  .jump, .skip { display: none; }
  .card { break-inside: avoid; }
}
`

const digest = createHash('sha256').update(toMarkup(style)).digest('base64')

/**
 * Content-Security-Policy of the page (CSP Level 3): its own style sheet by digest and pictures of its own origin,
 * nothing else.
 */
export const contentSecurityPolicy: string = [
  "default-src 'none'",
  `style-src 'sha256-${digest}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')
