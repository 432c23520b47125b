import { readFile } from 'node:fs/promises'
import { expectText, messageBox, messageField, startTwo } from './conversation.ts'
import { expect, test } from './kit.ts'

const pdf = { name: 'Notes of week 1.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n% Notes') }

test('sends a file that the other user downloads under its name', { tag: '@both' }, async ({ page, newPage }) => {
  const { other, ines } = await startTwo(page, newPage)
  await messageField(page).fill('A draft that stays')
  await page.getByLabel('Files to send').setInputFiles(pdf)
  await expect(messageBox(page).getByRole('link', { name: `Download ${pdf.name}` })).toBeVisible()
  await expect(messageBox(page).getByText('Sent a file')).toHaveCount(0)
  await expect(messageField(page)).toHaveValue('A draft that stays')

  await other.goto(`/messages/${ines.id}`)
  const link = messageBox(other).getByRole('link', { name: `Download ${pdf.name}` })
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
  await expectText(page, 'This file type is not allowed.')
  await choose.setInputFiles({ ...pdf, buffer: Buffer.alloc(10 * 1024 ** 2 + 1, 'a') })
  await expectText(page, 'This file is too large: at most 10 MB.')
  await expect(messageBox(page).getByText(pdf.name)).toHaveCount(0)
})

test('keeps a file that the server refuses until the user deletes it', async ({ page, newPage }) => {
  await startTwo(page, newPage)
  await page.getByLabel('Files to send').setInputFiles({ ...pdf, buffer: Buffer.from('MZ program') })
  await expect(messageBox(page).getByText('Not sent: This file type is not allowed.')).toBeVisible()
  await messageBox(page).getByRole('button', { name: 'Delete unsent message' }).click()
  await expect(messageBox(page).getByText('Not sent')).toHaveCount(0)
})

test('takes files that are dropped on the conversation, and cancels an upload', async ({ page, newPage }) => {
  await startTwo(page, newPage)
  await page.route('**/upload', () => {}) // never answers
  const dropped = await page.evaluateHandle(`(() => {
    const files = new DataTransfer()
    files.items.add(new File(['%PDF-1.7 Dropped'], 'dropped.pdf', { type: 'application/pdf' }))
    return files
  })()`)
  const area = messageBox(page)
  await area.dispatchEvent('dragover', { dataTransfer: dropped })
  await expect(page.getByText('Drop to send')).toBeVisible()
  await area.dispatchEvent('drop', { dataTransfer: dropped })
  await expect(page.getByText('Drop to send')).toHaveCount(0)
  await expect(area.getByText('dropped')).toBeVisible()
  await area.getByRole('button', { name: 'Cancel' }).click()
  await expect(area.getByText('dropped')).toHaveCount(0)
})
