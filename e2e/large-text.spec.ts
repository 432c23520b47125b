// Every page with text of twice the size, on a phone.

import type { Page } from '@playwright/test'
import { expect, settle, signIn, test } from './kit.ts'

const student = [
  '/dashboard',
  '/profile',
  '/friends?tab=requests',
  '/friends?tab=directory',
  '/messages',
  '/events',
  '/marketplace',
  '/assignment-help',
  '/confessions',
  '/groups',
  '/groups?tab=suggested',
  '/rate-my-professor',
  '/notifications',
  '/settings',
  '/settings/safety',
  '/decisions',
  '/transparency',
]
const administrator = ['overview', 'reports', 'appeals', 'moderation', 'users', 'content', 'analytics', 'settings'].map(
  (tab) => `/admin?tab=${tab}`,
)

/** Opens a page at 200 % text, and returns what is wider than the screen or loses a part of its words. */
async function findCut(page: Page, path: string) {
  await page.goto(path)
  await settle(page)
  return page.evaluate(`(async () => {
    document.documentElement.style.fontSize = '200%'
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    const cut = []
    const excess = document.documentElement.scrollWidth - innerWidth
    if (excess > 0) cut.push('the page is ' + excess + ' pixels wider than the screen')
    for (const control of document.querySelectorAll('main button, main a, header button, nav a')) {
      const { overflowX, overflowY } = getComputedStyle(control)
      const isClipped = [overflowX, overflowY].some((overflow) => overflow === 'hidden' || overflow === 'clip')
      if (isClipped || !control.checkVisibility() || control.matches(':has(.sr-only), .sr-only')) continue
      if (control.scrollWidth - control.clientWidth > 1 && control.clientWidth > 0)
        cut.push((control.getAttribute('aria-label') ?? control.textContent).trim().slice(0, 40) + ' is cut')
    }
    return cut
  })()`) as Promise<string[]>
}

for (const [email, paths] of [
  ['ada@northfield.example', student],
  ['dean@northfield.example', administrator],
] as const)
  test(`at 200 % text size, no page of ${email.split('@')[0]} is wider than a phone or cuts its controls`, {
    tag: '@phone',
  }, async ({ page }) => {
    await signIn(page, email)
    const cut: Record<string, string[]> = {}
    for (const path of paths) {
      const parts = await findCut(page, path)
      if (parts.length > 0) cut[path] = parts
    }
    expect(cut).toEqual({})
  })
