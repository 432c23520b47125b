import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { encode } from 'uqr'
import { findChromium } from '../tools/chromium.ts'
import { quietArguments } from './browser.ts'
import { expect, expectLive, newcomer, type Student, test } from './kit.ts'

type Own = { readonly code: string; readonly qr: string }

async function createEvent(host: Pick<Student, 'api'>, hours = 1) {
  const title = `Film ${randomUUID()}`
  const start_date = Math.floor(Date.now() / 1000) + hours * 3600
  const data = { title, description: 'x', location: 'Hall', start_date, end_date: start_date + 3600 }
  const made = await host.api.post('/api/events', { data })
  return { title, id: ((await made.json()) as { data: { id: string } }).data.id }
}

const attend = ({ api }: Pick<Student, 'api'>, id: string) =>
  api.post(`/api/events/${id}/rsvp`, { data: { status: 'attending' } })
const findCode = async ({ api }: Pick<Student, 'api'>, id: string) =>
  ((await (await api.get(`/api/events/${id}/check-in`)).json()) as { data: { own: Own } }).data.own
const countPresent = async ({ api }: Pick<Student, 'api'>, id: string) =>
  ((await (await api.get(`/api/events/${id}/check-in`)).json()) as { data: { list: { checked_in: number } } }).data.list
    .checked_in

test('an organizer checks an attendee in by digits, and both see it', { tag: '@both' }, async ({
  page,
  newPage,
  newStudent,
}) => {
  await newcomer(page, 'Host')
  const host = { api: page.request }
  const { title, id } = await createEvent(host)
  const guest = await newPage()
  const { name } = await newcomer(guest, 'Guest')
  const other = await newStudent('Other')
  await attend({ api: guest.request }, id)
  await attend(other, id)

  await guest.goto(`/events?event=${id}`)
  await expectLive(guest)
  await guest.getByRole('dialog', { name: title }).getByRole('button', { name: 'Show my code' }).click()
  const code = guest.getByRole('dialog', { name: 'Check-in' })
  await expect(code.getByText('Show this at the entrance')).toBeVisible()
  await expect(code.getByRole('img', { name: 'Your check-in code' })).toBeVisible()
  const digits = ((await code.getByText(/\d{3} \d{3}$/).textContent()) ?? '').replace(/\D/g, '')

  await page.goto(`/events?event=${id}`)
  await page.getByRole('dialog', { name: title }).getByRole('button', { name: 'Check people in' }).click()
  const desk = page.getByRole('dialog', { name: 'Check-in' })
  await expect(desk.getByText('No one has checked in yet')).toBeVisible()
  await expect(desk.getByText('0 of 2 checked in')).toBeVisible()
  const type = async (text: string) => {
    await desk.getByLabel('Six digits').fill(text)
    await desk.getByRole('button', { name: 'Check in', exact: true }).click()
  }
  await type(digits)
  const result = desk.getByRole('status')
  await expect(result.getByText('Checked in', { exact: true })).toBeVisible()
  await expect(result.getByText(name)).toBeVisible()
  await expect(desk.getByText('1 of 2 checked in')).toBeVisible()
  await expect(code.getByText(/^Checked in at \d/)).toBeVisible()

  await type(digits)
  await expect(result.getByText(/^Already checked in at \d/)).toBeVisible()
  await type(digits === '000000' ? '000001' : '000000')
  await expect(result.getByText('This code is not valid')).toBeVisible()

  await desk.getByRole('button', { name: `Check in ${other.name}` }).click()
  await expect(desk.getByText('2 of 2 checked in')).toBeVisible()
  await expect(desk.getByRole('button', { name: `Check in ${other.name}` })).toHaveCount(0)
  const downloading = page.waitForEvent('download')
  await desk.getByRole('link', { name: 'Download CSV' }).click()
  expect((await downloading).suggestedFilename()).toBe('attendance.csv')
})

test('an organizer without a network checks people in, and the scans are sent when it returns', async ({
  page,
  context,
  newStudent,
}) => {
  await newcomer(page, 'Host')
  const host = { api: page.request }
  const { title, id } = await createEvent(host)
  const [ada, grace] = [await newStudent('Ada'), await newStudent('Grace')]
  for (const person of [ada, grace]) await attend(person, id)
  await page.goto(`/events?event=${id}`)
  await page.getByRole('dialog', { name: title }).getByRole('button', { name: 'Check people in' }).click()
  const desk = page.getByRole('dialog', { name: 'Check-in' })
  await expect(desk.getByText('0 of 2 checked in')).toBeVisible()

  await context.setOffline(true)
  const type = async (text: string) => {
    await desk.getByLabel('Six digits').fill(text)
    await desk.getByRole('button', { name: 'Check in', exact: true }).click()
  }
  const { code } = await findCode(ada, id)
  await type(code)
  await expect(desk.getByText('Offline: 1 scan waiting')).toBeVisible()
  await expect(desk.getByRole('status').getByText(ada.name)).toBeVisible()
  await type(code)
  await expect(desk.getByRole('status').getByText(/^Already checked in at \d/)).toBeVisible()
  await desk.getByLabel('Six digits').fill('12')
  await expect(desk.getByRole('button', { name: 'Check in', exact: true })).toBeDisabled()
  await desk.getByRole('button', { name: `Check in ${grace.name}` }).click()
  await expect(desk.getByText('Offline: 2 scans waiting')).toBeVisible()
  await expect(desk.getByText('2 of 2 checked in')).toBeVisible()

  await context.setOffline(false)
  await expect(desk.getByText(/^Offline:/)).toHaveCount(0, { timeout: 40_000 })
  expect(await countPresent(host, id)).toBe(2)
})

test('an organizer scans a code with the camera', async ({ server, newStudent }, info) => {
  const [host, guest] = [await newStudent('Host'), await newStudent('Guest')]
  const { title, id } = await createEvent(host)
  await attend(guest, id)
  const video = info.outputPath('camera.mjpeg')
  await writeFile(video, await drawCode((await findCode(guest, id)).qr))
  const browser = await chromium.launch({
    executablePath: findChromium() ?? 'chromium',
    args: [
      ...quietArguments,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${video}`,
    ],
  })
  try {
    const context = await browser.newContext({
      baseURL: server.url,
      viewport: { width: 390, height: 844 },
      storageState: await host.api.storageState(),
    })
    const page = await context.newPage()
    await page.goto(`/events?event=${id}`)
    await page.getByRole('dialog', { name: title }).getByRole('button', { name: 'Check people in' }).click()
    const desk = page.getByRole('dialog', { name: 'Check-in' })
    await desk.getByRole('button', { name: 'Scan with the camera' }).click()
    await expect(desk.getByRole('status').getByText(guest.name)).toBeVisible()
    await expect(desk.getByText('1 of 1 checked in')).toBeVisible()
    expect(page.workers(), 'this browser has no reader of its own').toHaveLength(1)
    await desk.getByRole('button', { name: 'Turn off the camera' }).click()
    await expect.poll(() => page.workers()).toHaveLength(0)
    await expect(desk.getByRole('button', { name: 'Scan with the camera' })).toBeVisible()
  } finally {
    await browser.close()
  }
})

/** A frame with a QR code, as the fake camera of the browser reads it. */
async function drawCode(text: string): Promise<Buffer> {
  const { data, size } = encode(text, { border: 4 })
  const pixels = Buffer.from(data.flatMap((row) => row.map((isDark) => (isDark ? 0 : 255))))
  const square = await sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
    .resize(400, 400, { kernel: 'nearest' })
    .toColourspace('srgb')
    .png()
    .toBuffer()
  const frame = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#fff' } })
    .composite([{ input: square }])
    .jpeg({ quality: 95, chromaSubsampling: '4:2:0' })
    .toBuffer()
  return Buffer.concat([frame, frame])
}

test('an attendee checks in by the poster', async ({ page, newStudent }) => {
  const host = await newStudent('Host')
  const { title, id } = await createEvent(host, 0)
  await newcomer(page, 'Guest')
  const list = (await (await host.api.get(`/api/events/${id}/check-in`)).json()) as {
    data: { list: { poster: string } }
  }
  const address = `/events?event=${id}&poster=${list.data.list.poster}`
  await page.goto(address)
  const open = page.getByRole('dialog', { name: title })
  await expect(open.getByText('Only people who are going can check in.')).toBeVisible()
  await open.getByRole('button', { name: `I’m in: RSVP to ${title}` }).click()
  await open.getByRole('button', { name: 'Check in', exact: true }).click()
  await expect(open.getByText('Checked in', { exact: true })).toBeVisible()
  expect(await countPresent(host, id)).toBe(1)
  await page.goto(address)
  await open.getByRole('button', { name: 'Check in', exact: true }).click()
  await expect(open.getByText('You are already checked in')).toBeVisible()
})
