import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, newcomer, test } from './kit.ts'

const pdf = { name: 'Notes of week 1.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n% Notes') }
const field = (page: Page) => page.getByLabel(/^Message to/)
const box = (page: Page) => page.getByRole('region', { name: 'Messages' })
const told = (page: Page, words: string) => expect(page.getByText(words, { exact: true }).first()).toBeVisible()

async function startTwo(page: Page, newPage: () => Promise<Page>) {
  const other = await newPage()
  const [ines, otto] = [await newcomer(page, 'Ines'), await newcomer(other, 'Otto')]
  await page.goto(`/messages/${otto.id}`)
  await field(page).waitFor()
  return { other, ines, otto }
}

test('sends a file that the other user downloads under its name', { tag: '@both' }, async ({ page, newPage }) => {
  const { other, ines } = await startTwo(page, newPage)
  await field(page).fill('A draft that stays')
  await page.getByLabel('Files to send').setInputFiles(pdf)
  await expect(box(page).getByRole('link', { name: `Download ${pdf.name}` })).toBeVisible()
  await expect(box(page).getByText('Sent a file')).toHaveCount(0)
  await expect(field(page)).toHaveValue('A draft that stays')

  await other.goto(`/messages/${ines.id}`)
  const link = box(other).getByRole('link', { name: `Download ${pdf.name}` })
  const downloading = other.waitForEvent('download')
  await link.click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe(pdf.name)
  expect(await readFile(await download.path())).toEqual(pdf.buffer)

  await other.getByRole('button', { name: 'Conversation options' }).click()
  await other.getByRole('menuitem', { name: 'Search messages' }).click()
  await other.getByRole('radio', { name: 'Files' }).check()
  await expect(other.getByRole('list', { name: 'Messages found' }).getByText(`Sent a file: ${pdf.name}`)).toBeVisible()
})

test('refuses files of other types and above 10 MB before they are sent', async ({ page, newPage }) => {
  await startTwo(page, newPage)
  const choose = page.getByLabel('Files to send')
  await choose.setInputFiles({ ...pdf, name: 'game.exe' })
  await told(page, 'This file type is not allowed.')
  await choose.setInputFiles({ ...pdf, buffer: Buffer.alloc(10 * 1024 ** 2 + 1, 'a') })
  await told(page, 'This file is too large: at most 10 MB.')
  await expect(box(page).getByText(pdf.name)).toHaveCount(0)
})

test('keeps a file that the server refuses until the user deletes it', async ({ page, newPage }) => {
  await startTwo(page, newPage)
  await page.getByLabel('Files to send').setInputFiles({ ...pdf, buffer: Buffer.from('MZ program') })
  await expect(box(page).getByText('Not sent: This file type is not allowed.')).toBeVisible()
  await box(page).getByRole('button', { name: 'Delete unsent message' }).click()
  await expect(box(page).getByText('Not sent')).toHaveCount(0)
})

test('takes files that are dropped on the conversation, and cancels an upload', async ({ page, newPage }) => {
  await startTwo(page, newPage)
  await page.route('**/upload', () => {}) // never answers
  const dropped = await page.evaluateHandle(`(() => {
    const files = new DataTransfer()
    files.items.add(new File(['%PDF-1.7 Dropped'], 'dropped.pdf', { type: 'application/pdf' }))
    return files
  })()`)
  const area = box(page)
  await area.dispatchEvent('dragover', { dataTransfer: dropped })
  await expect(page.getByText('Drop to send')).toBeVisible()
  await area.dispatchEvent('drop', { dataTransfer: dropped })
  await expect(page.getByText('Drop to send')).toHaveCount(0)
  await expect(area.getByText('dropped')).toBeVisible()
  await area.getByRole('button', { name: 'Cancel' }).click()
  await expect(area.getByText('dropped')).toHaveCount(0)
})
