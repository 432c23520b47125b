import type { Page } from '@playwright/test'
import { findChromium, findHeadlessShell } from '../tools/chromium.ts'
import { sharedRendererArguments } from './browser.ts'
import { expect, newcomer, test } from './kit.ts'

test.use({
  launchOptions: {
    executablePath: findHeadlessShell() ?? findChromium() ?? 'chromium',
    args: [...sharedRendererArguments, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  },
})

const field = (page: Page) => page.getByLabel(/^Message to/)
type Player = { readonly duration: number; readonly currentTime: number; readonly ended: boolean }
const readPosition = (element: unknown) => {
  const { currentTime, ended } = element as Player
  return ended || currentTime > 1
}
const box = (page: Page) => page.getByRole('region', { name: 'Messages' })

async function startTwo(page: Page, newPage: () => Promise<Page>) {
  const other = await newPage()
  const [ines, otto] = [await newcomer(page, 'Ines'), await newcomer(other, 'Otto')]
  await page.goto(`/messages/${otto.id}`)
  await field(page).waitFor()
  return { other, ines }
}

test('records a voice note, which the other user plays at another speed', { tag: '@both' }, async ({
  page,
  newPage,
}) => {
  const { other, ines } = await startTwo(page, newPage)
  await page.getByRole('button', { name: 'Record a voice note' }).click()
  await expect(page.getByText('Recording… 0:02')).toBeVisible()
  await page.getByRole('button', { name: 'Add a transcript' }).click()
  await page.getByLabel('Transcript (optional)').fill('Beeps, mostly')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(box(page).getByRole('button', { name: 'Play voice note' })).toBeVisible()
  await expect(box(page).getByText('Sent a voice note')).toHaveCount(0)
  await expect(field(page), 'the field is back').toBeVisible()

  await other.goto(`/messages/${ines.id}`)
  await box(other).getByText('Transcript').click()
  await expect(box(other).getByText('Beeps, mostly')).toBeVisible()
  const audio = box(other).locator('audio')
  await box(other).getByRole('button', { name: 'Play voice note' }).click()
  await expect(box(other).getByRole('button', { name: 'Pause' })).toBeVisible()
  await box(other).getByRole('button', { name: 'Speed: 1×' }).click()
  await box(other).getByRole('button', { name: 'Speed: 1.5×' }).click()
  await expect(box(other).getByRole('button', { name: 'Speed: 2×' })).toBeVisible()
  await expect.poll(() => audio.evaluate(readPosition)).toBe(true)
  const duration = await audio.evaluate((element) => (element as unknown as Player).duration)
  expect(duration).toBeGreaterThan(1.5)
  expect(duration).toBeLessThan(10)
})

test('discards a recording without sending anything', async ({ page, newPage }) => {
  await startTwo(page, newPage)
  await page.getByRole('button', { name: 'Record a voice note' }).click()
  await expect(page.getByText(/^Recording… 0:0/)).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText(/^Recording…/)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Record a voice note' })).toBeVisible()
  await expect(box(page).locator('audio')).toHaveCount(0)
})

test('says where to allow the microphone when the browser refuses it', async ({ page, newPage }) => {
  await page.addInitScript(`
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('Denied', 'NotAllowedError'))
  `)
  await startTwo(page, newPage)
  await page.getByRole('button', { name: 'Record a voice note' }).click()
  await expect(page.getByText('Allow the microphone in the browser settings.')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(field(page)).toBeVisible()
})

test('plays a voice note that another browser has recorded as MP4', async ({ page, newPage }) => {
  // Chromium prefers WebM; Safari has only MP4.
  await page.addInitScript(`
    const known = MediaRecorder.isTypeSupported.bind(MediaRecorder)
    MediaRecorder.isTypeSupported = (type) => type.startsWith('audio/mp4') && known(type)
  `)
  await startTwo(page, newPage)
  const canRecordMp4 = await page.evaluate(`MediaRecorder.isTypeSupported('audio/mp4;codecs=opus')`)
  test.skip(!canRecordMp4, 'this browser records no MP4')
  await page.getByRole('button', { name: 'Record a voice note' }).click()
  await expect(page.getByText('Recording… 0:02')).toBeVisible()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const audio = box(page).locator('audio')
  await expect(audio).toHaveAttribute('src', /\.m4a$/)
  await box(page).getByRole('button', { name: 'Play voice note' }).click()
  await expect.poll(() => audio.evaluate(readPosition)).toBe(true)
})
