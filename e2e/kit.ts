import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import { type Db, openDb } from '../src/shared/server/db.ts'
import { objectionsTo } from './objections.ts'

type Fixtures = { db: Db }

/** Tests with the server's database at hand, for what no screen can bring about yet. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  db: async ({}, use) => {
    const socket = join(process.env.E2E_DATA_DIR ?? '', 'postgres')
    const db = openDb(process.env.E2E_DATABASE_URL ?? { host: socket, port: 5432, user: 'quad', database: 'quad' }, {
      max: 2,
    })
    await use(db)
    await db.destroy()
  },
})

/** Signs in through the real flow, without drawing its pages; a new address becomes a new student. Then opens `path`. */
export async function signIn(page: Page, email: string, path = '/dashboard') {
  await enter(page, email)
  await page.goto(path)
}

/** A student of a test's own, who has accepted the terms. */
export async function signInNew(page: Page, path = '/dashboard'): Promise<string> {
  const email = await becomeStudent(page)
  await page.goto(path)
  return email
}

/** A new student with a name of their own, by whom others can be told apart. */
export async function newcomer(page: Page, name: string, path = '/dashboard') {
  const email = await becomeStudent(page)
  const unique = `${name} ${randomUUID().slice(0, 4)}`
  const answer = await page.request.put('/api/users/me', { data: { name: unique } })
  const { id } = (await answer.json()) as { id: string }
  await page.goto(path)
  return { id, name: unique, email }
}

async function becomeStudent(page: Page): Promise<string> {
  const email = `student-${randomUUID()}@northfield.example`
  await enter(page, email)
  expect((await page.request.post('/api/users/accept-terms')).ok()).toBe(true)
  return email
}

/** The cookies of a sign-in, by the redirects that a browser would follow. */
async function enter(page: Page, email: string) {
  const arrived = await page.request.get(`/auth/google?login_hint=${encodeURIComponent(email)}`)
  expect(arrived.ok()).toBe(true)
}

/** Waits until a page has all that it asked for: no grey shape stands for anything any more. */
export async function settle(page: Page) {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await expect(page.locator('[data-skeleton]')).toHaveCount(0)
}

/** Finds nothing to object to in what is shown right now. */
export async function expectAccessible(page: Page) {
  await page.waitForTimeout(250) // the longest animation is 200 ms; a half transparent text has no contrast
  expect(await objectionsTo(page)).toEqual([])
}

export { expect }
