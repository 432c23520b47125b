// What the document itself shows before its style sheet and code have arrived. The boxes stand where the skeletons of the
// pages will stand; e2e/first-paint.spec.ts compares the two.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const tokens = readFileSync(join(import.meta.dirname, '../shared/web/ui/tokens.css'), 'utf8')

/** Replaces the names of tokens by their values, since the style sheet that defines them is not loaded. */
const withTokens = (css: string) =>
  css.replace(/var\((--(?:color|font)-[\w-]+)\)/g, (_, name: string) => {
    const value = new RegExp(`^ *${name}: ([^;]+);`, 'm').exec(tokens)?.[1]
    if (!value) throw new Error(`tokens.css has no ${name}`)
    return value.replace(/\b0\./g, '.').replaceAll(', ', ',')
  })

/** Of every document: colours and the header. `light-dark()` follows the theme chosen on this device. */
const headerStyle = `
:root{color-scheme:light dark;scrollbar-gutter:stable}
:root[data-theme=light]{color-scheme:light}
:root[data-theme=dark]{color-scheme:dark}
body{--line:var(--color-line);margin:0;background:var(--color-paper);color:var(--color-ink)}
.fp-bar{border-bottom:1px solid var(--line);padding-top:env(safe-area-inset-top)}
.fp-bar div{box-sizing:border-box;display:flex;align-items:center;gap:.625rem;height:3.5rem;max-width:1568px;margin:auto;padding:0 1rem;font:600 1.375rem/1.5 var(--font-display);letter-spacing:-.025em}
.fp-bar rect{fill:var(--color-brand)}
.fp-bar rect+rect{fill:none;stroke:var(--color-on-brand)}
@media(width>=64rem){.fp-bar div{height:3.75rem;padding:0 1.5rem}}`

/** The columns of the layout on a desktop, and on a wide one. `shell-width.ts` and `Shell.tsx` have the same. */
const columns = {
  text: ['200px minmax(0,1fr) 250px', '236px minmax(0,620px) 300px'],
  grid: ['200px minmax(0,1fr) 250px', '236px minmax(0,920px) 300px'],
  chats: ['200px minmax(0,1fr)', '236px minmax(0,1fr)'],
  split: ['200px minmax(0,1fr)', '200px minmax(0,1fr)'],
} as const

/** Of every list: `.fp` has the columns of the layout, `b` is a card, and `i` a grey box. */
const listStyle = (kind: keyof typeof columns) => `
.fp{display:grid;grid-template-columns:minmax(0,620px);justify-content:center}
.fp *{display:block;box-sizing:border-box}
.fp b{background:var(--color-surface);border:solid var(--line);border-width:1px 0;margin-top:-1px}
.fp i{background:color-mix(in oklab,var(--line) 70%,transparent);border-radius:12px}
@media(scripting:none){.fp{display:none}}
@media(width>=64rem){
.fp{grid-template-columns:${columns[kind][0]};gap:1.5rem;max-width:1568px;margin:auto;padding:5.99125rem 1.5rem 0;box-sizing:border-box}
.fp>*{grid-column:2}
.fp b{border-width:1px;border-radius:18px;margin-top:0}}
@media(width>=77rem){.fp{grid-template-columns:${columns[kind][1]};gap:2rem;justify-content:space-between}}`

/** Below the tools of a page, which are a row. */
const toolsStyle = `
.fp div{padding-top:2.875rem}
@media(width>=64rem){.fp div{padding-top:3.875rem}}`

/** A face with two lines beside it, and a text. `.new` is the row of the composer. */
const cardStyle = `
.fp b:not(.new){display:grid;grid-template:1rem 1rem/2.5rem 1fr;gap:.5rem .75rem;padding:1.125rem}
.fp i:first-child{grid-row:span 2;border-radius:50%}
.fp i:nth-child(2){width:9rem}
.fp i:nth-child(3){width:5rem;height:.75rem}
.fp i:last-child{grid-column:span 2;margin-top:.5rem;height:72px}
.fp b:nth-last-child(2) i:last-child{height:96px}
.fp b:last-child i:last-child{height:60px}
@media(width>=64rem){.fp b:not(.new)+b{margin-top:1rem}}`

const composerStyle = `
.fp .new{height:calc(3.5rem + 1px);margin-bottom:2.875rem}
@media(width>=64rem){.fp .new{height:calc(4.25rem + 2px);margin-bottom:4.875rem}}`

const questionStyle = `
.fp div{container-type:inline-size}
.fp b{padding:1.125rem}
.fp i{height:1.5rem;width:75%}
.fp i:nth-child(2){height:1rem;width:40%;margin:.75rem 0}
.fp i:last-child{height:5.5rem;width:auto}
@media(width>=64rem){.fp b{width:320px}.fp b+b{margin-top:1rem}@container(width>=56rem){.fp b{width:420px}}}
@media(width>=90rem){.fp{grid-template-columns:236px minmax(0,1fr) 300px}}`

/** `s` is a row of a picture with two lines beside it. */
const rowStyle = (height: string, picture: string, radius: string) => `
.fp s{display:grid;grid-template:1rem .875rem/${picture} 1fr;align-content:center;gap:.5rem .75rem;height:${height}}
.fp i:first-child{grid-row:span 2;height:${picture};margin:calc((2.375rem - ${picture})/2) 0;border-radius:${radius}}
.fp i:nth-child(2){width:40%}
.fp i:last-child{width:75%}`

const groupStyle = `
.fp s{padding:0 1rem}
.fp s:not(:last-child){border-bottom:1px solid var(--line)}
@media(width>=64rem){.fp div{padding-top:6.5rem}}`

const chatStyle = `
.fp b{border-top-width:0;height:calc(100dvh - 7rem);padding:4rem .5rem 0;margin:0}
.fp s{padding:0 .625rem}
@media(width>=64rem){
.fp{padding-top:4.46rem}
.fp b{height:calc(100dvh - 9.72rem);border-width:1px}
.fp s{width:calc(340px - 1rem - 1px)}}`

/** `u` is a week of the month, which only a desktop shows. */
const eventStyle = `
.fp div{padding-top:calc(5rem + 1px)}
.fp .month{display:none}
.fp .list{display:grid;padding-top:3rem}
.fp .list b{overflow:hidden;padding:0 1rem .75rem}
.fp i{height:1.25rem;width:66.67%}
.fp i:first-child{aspect-ratio:16/9;height:auto;width:auto;margin:0 -1rem .75rem;border-radius:0}
.fp i:nth-child(3){height:1rem;width:83.33%;margin:.5rem 0}
.fp i:last-child{height:2.25rem;width:50%}
@media(width>=40rem){.fp .list{grid-template-columns:1fr 1fr;gap:1rem;padding-inline:1rem}}
@media(width>=64rem){
.fp div{padding-top:3.875rem}
.fp .month{display:block;padding:5.0125rem 1.125rem .75rem;margin-bottom:1rem}
.fp u{border-top:1px solid var(--line);height:calc(5.75rem + 1px)}
.fp .list{grid-template-columns:1fr;padding:2.5rem 0 0}}
@media(width>=77rem){.fp .list{grid-template-columns:1fr 1fr}}
@media(width>=100rem){.fp div{display:grid;grid-template-columns:300px minmax(0,1fr);gap:1.5rem;align-items:start}.fp u{height:calc(3.25rem + 1px)}}`

const listingStyle = `
.fp div{display:grid;grid-template-columns:repeat(var(--n,2),1fr);gap:.5rem .75rem;padding:3.625rem .75rem 0}
.fp i{height:1.25rem;width:83.33%;margin:.25rem 0 2.75rem}
.fp i:first-child{aspect-ratio:4/5;height:auto;width:auto;margin:0;border-radius:14px}
.fp i:nth-child(2){width:50%;margin:.5rem 0 0}
@media(width<22.5rem){.fp{--n:1}}
@media(width>=40rem){.fp{--n:3}}
@media(width>=64rem){.fp{--n:2}.fp div{gap:.5rem 1rem;padding:3.875rem 0 0}}
@media(width>=77rem){.fp{--n:3}}
@media(width>=90rem){.fp{--n:4}}
@media(width>=100rem){.fp{--n:5}}`

const box = (count: number) => '<i></i>'.repeat(count)
const week = '<u></u>'

const card = `<b>${box(4)}</b>`
const rows = `<s>${box(3)}</s>`.repeat(5)

/** The boxes of a list, and their style. */
const lists = {
  posts: {
    style: listStyle('text') + cardStyle + composerStyle,
    boxes: `<b class="new"></b>${card.repeat(3)}`,
  },
  confessions: {
    style: listStyle('text') + toolsStyle + cardStyle,
    boxes: card.repeat(3),
  },
  questions: {
    style: listStyle('split') + toolsStyle + questionStyle,
    boxes: `<b>${box(3)}</b>`.repeat(4),
  },
  groups: {
    style: listStyle('text') + toolsStyle + rowStyle('4.5rem', '3.25rem', '12px') + groupStyle,
    boxes: `<b>${rows}</b>`,
  },
  conversations: {
    style: listStyle('chats') + rowStyle('4rem', '2.5rem', '50%') + chatStyle,
    boxes: `<b>${rows}</b>`,
  },
  events: {
    style: listStyle('grid') + eventStyle,
    boxes: `<b class="month">${week}</b><s class="list">${card.repeat(4)}</s>`,
  },
  listings: {
    style: listStyle('grid') + listingStyle,
    boxes: `<s>${box(3)}</s>`.repeat(6),
  },
} as const

/** The pages whose first view is a list that has a skeleton here. */
export const firstLists: Readonly<Record<string, keyof typeof lists>> = {
  '/': 'posts',
  '/dashboard': 'posts',
  '/messages': 'conversations',
  '/events': 'events',
  '/marketplace': 'listings',
  '/assignment-help': 'questions',
  '/confessions': 'confessions',
  '/groups': 'groups',
}

/** A document, and the hash of the style inside of it for the policy under which it is sent. */
export type Page = { readonly html: string; readonly styleHash: string }

/** The built page with its first paint: the header and, for the path of a list, the boxes of a skeleton. */
export function withFirstPaint(built: string, path = ''): Page {
  const list = lists[firstLists[path] as keyof typeof lists]
  const style = withTokens(headerStyle + (list?.style ?? '')).replace(/\n\s*/g, '')
  const [link = ''] = /<link rel="stylesheet"[^>]*>/.exec(built) ?? []
  const html = built
    // In the body, a style sheet blocks only what follows it. Scripts of modules wait for it, so that React never renders
    // without it.
    .replace(link, '')
    .replace('</head>', `<style>${style}</style></head>`)
    .replace(
      '<noscript>',
      `${list ? `<div class="fp" aria-hidden="true"><div>${list.boxes}</div></div>` : ''}<noscript>`,
    )
    .replace('</body>', `${link}</body>`)
  return { html, styleHash: createHash('sha256').update(style).digest('base64') }
}

/** The page with as many weeks as this month has. At its first and last hours, a school may be in another month. */
export const withWeeks = (page: Page, now = new Date()): Page => ({
  ...page,
  html: page.html.replace(week, () => week.repeat(countWeeks(now))),
})

function countWeeks(now: Date): number {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  const daysBefore = (new Date(Date.UTC(year, month, 1)).getUTCDay() + 6) % 7
  return Math.ceil((daysBefore + new Date(Date.UTC(year, month + 1, 0)).getUTCDate()) / 7)
}

/** Narrows the policy of documents: besides our files, a page may contain its own style. KaTeX writes style attributes. */
export const allowStyle = (policy: string, hash: string): string =>
  policy.replace("style-src 'self' 'unsafe-inline'", `style-src 'self' 'sha256-${hash}';style-src-attr 'unsafe-inline'`)
