// A conversation of two, for journeys about messages.
import type { Page } from '@playwright/test'
import { expect, newcomer } from './kit.ts'

export const messageField = (page: Page) => page.getByLabel(/^Message to/)
export const messageBox = (page: Page) => page.getByRole('region', { name: 'Messages' })

/** Waits for a toast, or another text that stands alone. */
export const expectText = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true }).first()).toBeVisible()

/** Two new students, and the first of them at the conversation with the other. */
export async function startTwo(page: Page, newPage: () => Promise<Page>) {
  const other = await newPage()
  const [ines, otto] = [await newcomer(page, 'Ines'), await newcomer(other, 'Otto')]
  await page.goto(`/messages/${otto.id}`)
  await messageField(page).waitFor()
  return { other, ines, otto }
}
