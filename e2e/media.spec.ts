import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectLive, signInNew, test } from './kit.ts'

const colours = ['#3f7f4f', '#c96f3b', '#264a6e', '#a98b2c', '#6b4a8c', '#2c8f8a', '#b23b4f']

async function picture(name: string, { width = 800, height = 600, colour = 0 } = {}) {
  const background = colours[colour % colours.length] ?? 'black'
  const buffer = await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
  return { name, mimeType: 'image/png', buffer }
}
const pictures = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, at) => picture(`photo-${at + 1}.png`, { colour: at })))

/** An MP4 that consists of headers only. */
function video(name: string) {
  const box = (type: string, content: Buffer) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(8 + content.length)
    head.write(type, 4, 'latin1')
    return Buffer.concat([head, content])
  }
  const header = Buffer.alloc(84) // of the track: its size is at the end
  header.writeUInt32BE(0x10000, 40)
  header.writeUInt16BE(640, 76)
  header.writeUInt16BE(360, 80)
  const handler = box('hdlr', Buffer.concat([Buffer.alloc(8), Buffer.from('vide'), Buffer.alloc(13)]))
  const track = box('trak', Buffer.concat([box('tkhd', header), box('mdia', handler)]))
  const buffer = Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\x02\0isomiso2avc1mp41', 'latin1')),
    box('moov', Buffer.concat([box('mvhd', Buffer.alloc(100)), track])),
    box('mdat', Buffer.alloc(256)),
  ])
  return { name, mimeType: 'video/mp4', buffer }
}

const text = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('not a picture') })

async function compose(page: Page, words: string) {
  await expectLive(page)
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  const composer = page.getByRole('dialog', { name: 'Create Post' })
  await composer.getByLabel('Your post').fill(words)
  return {
    composer,
    files: composer.getByLabel('Photos or videos', { exact: true }),
    tiles: composer.getByRole('list').getByRole('listitem'),
    post: composer.getByRole('button', { name: 'Post', exact: true }),
    card: page.getByRole('article').filter({ hasText: words }),
  }
}

const readTileNames = (tiles: Locator) =>
  tiles.evaluateAll((all) => all.map((element) => element.getAttribute('aria-label')?.split(',')[0]))

test('adds three pictures and a video to one post, a grid and the lightbox', { tag: '@both' }, async ({ page }) => {
  await signInNew(page)
  const { composer, files, tiles, post, card } = await compose(page, `From the lawn ${randomUUID()}`)
  const [wide, tall, square] = await Promise.all([
    picture('wide.png', { width: 1600, height: 900 }),
    picture('tall.png', { width: 600, height: 900, colour: 1 }),
    picture('square.png', { colour: 2 }),
  ])
  await files.setInputFiles([wide, tall, square, video('clip.mp4')])
  await expect(tiles).toHaveCount(4)
  await expect(composer.getByText('4 / 10')).toBeVisible()
  await expect(composer.getByRole('progressbar')).toHaveCount(0)
  await post.click()
  await expect(composer).toBeHidden()

  await expect(card.getByRole('button', { name: 'Photo 1 of 4' })).toBeVisible()
  await expect(card.getByRole('button', { name: 'Video 4 of 4' })).toBeVisible()
  const first = card.getByAltText('Photo 1 of 4')
  await first.scrollIntoViewIfNeeded()
  await expect
    .poll(() => first.evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth))
    .toBeGreaterThan(0)

  const opener = card.getByRole('button', { name: 'Photo 2 of 4' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const lightbox = page.getByRole('dialog', { name: 'Photos and videos' })
  await expect(lightbox.getByText('2 / 4')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(lightbox.getByText('3 / 4')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(lightbox.getByText('4 / 4')).toBeVisible()
  await expect(lightbox.locator('video')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(lightbox.getByText('3 / 4')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(lightbox.getByText('2 / 4')).toBeVisible()
  const saved = page.waitForEvent('download')
  await lightbox.getByRole('button', { name: 'Download' }).click()
  expect((await saved).suggestedFilename()).toMatch(/\.webp$/)
  const shown = await lightbox.getByAltText('Photo 2 of 4').boundingBox()
  const { width = 0 } = page.viewportSize() ?? {}
  expect(shown?.height, 'a small picture is enlarged').toBeGreaterThan(width > 1000 ? 600 : 500)
  await page.keyboard.press('Escape')
  await expect(lightbox).toHaveCount(0)
  await expect(opener).toBeFocused()

  await page.reload()
  await expect(card.getByRole('button', { name: 'Photo 1 of 4' })).toBeVisible()
})

test('retries a failed upload, and keeps the text', async ({ page }) => {
  await signInNew(page)
  const words = `Written before the tunnel ${randomUUID()}`
  const { composer, files, tiles, post, card } = await compose(page, words)
  await page.route('**/upload', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  await files.setInputFiles(await pictures(1))
  await expect(tiles.getByText('Upload failed')).toBeVisible()
  await expect(composer.getByRole('alert')).toHaveText('Failed to upload post images')
  await expect(post).toBeDisabled()
  await expect(composer.getByLabel('Your post')).toHaveValue(words)
  await composer.getByRole('button', { name: 'Retry photo-1.png' }).click()
  await expect(composer.getByRole('alert')).toHaveCount(0)
  await composer.getByLabel('Your post').fill('')
  await expect(composer.getByText('Please write something to post')).toBeVisible()
  await expect(post).toBeDisabled()
  await composer.getByLabel('Your post').fill(words)
  await expect(composer.getByText('Please write something to post')).toHaveCount(0)
  await expect(composer.getByRole('progressbar')).toHaveCount(0)
  await page.reload() // an uploaded photo is part of the draft
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(composer.getByLabel('Your post')).toHaveValue(words)
  await expect(tiles).toHaveCount(1)
  await post.click()
  await expect(composer).toBeHidden()
  await expect(card.getByRole('button', { name: 'Photo 1 of 1' })).toBeVisible()
})

test('posting waits for a running upload, which can also be cancelled', async ({ page }) => {
  await signInNew(page)
  const { composer, files, tiles, post, card } = await compose(page, `In a hurry ${randomUUID()}`)
  let go = () => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route('**/upload', async (route) => {
    await held
    await route.fallback().catch(() => {}) // one of them is cancelled
  })
  await files.setInputFiles(await pictures(2))
  await expect(composer.getByRole('progressbar')).toHaveCount(2)
  await post.click()
  await expect(composer.getByRole('button', { name: 'Uploading...' })).toBeDisabled()
  await composer.getByRole('button', { name: 'Cancel upload of photo-2.png' }).click()
  await expect(tiles).toHaveCount(1)
  go()
  await expect(composer).toBeHidden()
  await expect(card.getByRole('button', { name: 'Photo 1 of 1' })).toBeVisible()
})

test('reorders pictures by keyboard, and posts them in that order', async ({ page }) => {
  await signInNew(page)
  const { composer, files, tiles, post } = await compose(page, `In my order ${randomUUID()}`)
  await files.setInputFiles(await pictures(3))
  const toLeft = composer.getByRole('button', { name: 'Move photo-3.png left' })
  await toLeft.focus()
  await page.keyboard.press('Enter')
  await expect(composer.getByText('photo-3.png moved to position 2 of 3')).toBeAttached()
  await expect(toLeft).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(composer.getByText('photo-3.png moved to position 1 of 3')).toBeAttached()
  await expect(composer.getByRole('button', { name: 'Move photo-3.png right' })).toBeFocused()
  expect(await readTileNames(tiles)).toEqual(['photo-3.png', 'photo-1.png', 'photo-2.png'])
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/posts'))
  await post.click()
  expect((await sent).postDataJSON().media_urls).toHaveLength(3)
  await expect(composer).toBeHidden()
})

test('reorders pictures by dragging', async ({ page }) => {
  await signInNew(page)
  const { composer, files, tiles } = await compose(page, 'Dragged')
  await files.setInputFiles(await pictures(3))
  await expect(composer.getByRole('progressbar')).toHaveCount(0)
  await tiles.nth(2).dragTo(tiles.nth(0))
  await expect.poll(() => readTileNames(tiles)).toEqual(['photo-3.png', 'photo-1.png', 'photo-2.png'])
})

test('accepts ten of 11 files, skips a text file, and refuses a single one', async ({ page }) => {
  await signInNew(page)
  const { composer, files, tiles } = await compose(page, 'Too many')
  await files.setInputFiles([text('notes.txt')])
  await expect(composer.getByRole('alert')).toHaveText('No valid files to upload')
  const [one] = await pictures(1)
  await files.setInputFiles([text('notes.txt'), ...(one ? [one] : [])])
  await expect(tiles).toHaveCount(1)
  await expect(composer.getByRole('alert')).toHaveCount(0)
  await composer.getByRole('button', { name: /(Remove|Cancel upload of) photo-1.png/ }).click()
  await files.setInputFiles(await pictures(11))
  await expect(tiles).toHaveCount(10)
  await expect(composer.getByRole('alert')).toHaveText('Maximum 10 files allowed')
  await expect(composer.getByText('10 / 10')).toBeVisible()
  await expect(composer.getByRole('progressbar')).toHaveCount(0)
  await expect(composer.getByRole('button', { name: 'Add photos or videos' })).toBeDisabled()
  await composer.getByRole('button', { name: 'Remove photo-10.png' }).press('Enter')
  await expect(composer.getByRole('button', { name: 'Remove photo-9.png' })).toBeFocused()
})

test('accepts files dropped on the dialog and pasted into it', async ({ page }) => {
  await signInNew(page)
  const { composer, tiles } = await compose(page, 'Dropped')
  const [file] = await pictures(1)
  const bytes = [...(file?.buffer ?? [])]
  for (const [place, event] of [
    [composer, 'drop'],
    [composer.getByLabel('Your post'), 'paste'],
  ] as const) {
    await place.evaluate(
      (element, [kind, data]) => {
        // This runs in the page, whose types the tests do not have.
        const { DataTransfer, DragEvent, ClipboardEvent, File } = globalThis as unknown as Record<
          string,
          new (
            ...args: unknown[]
          ) => { items: { add(file: unknown): void } }
        >
        if (!DataTransfer || !DragEvent || !ClipboardEvent || !File) throw new Error('No browser')
        const transfer = new DataTransfer()
        transfer.items.add(new File([new Uint8Array(data)], `${kind}.png`, { type: 'image/png' }))
        const how = { bubbles: true, cancelable: true }
        element.dispatchEvent(
          (kind === 'drop'
            ? new DragEvent('drop', { ...how, dataTransfer: transfer })
            : new ClipboardEvent('paste', { ...how, clipboardData: transfer })) as never,
        )
      },
      [event, bytes] as const,
    )
    await expect(tiles.filter({ has: page.getByRole('button', { name: new RegExp(`${event}.png`) }) })).toHaveCount(1)
  }
})

test('downscales a large photograph before it is uploaded', async ({ page }) => {
  await signInNew(page)
  const { composer, files } = await compose(page, 'Large')
  const noise = await sharp({
    create: {
      width: 3000,
      height: 2000,
      channels: 3,
      background: 'grey',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .jpeg({ quality: 95 })
    .toBuffer()
  const sent = page.waitForRequest('**/upload')
  await files.setInputFiles([{ name: 'meadow.jpg', mimeType: 'image/jpeg', buffer: noise }])
  await expect(page.getByText('1 image(s) processed successfully')).toBeVisible()
  expect(Number(await (await sent).headerValue('content-length'))).toBeLessThan(1024 * 1024 + 2000)
  await expect(composer.getByRole('button', { name: 'Remove meadow.jpg' })).toBeVisible()
})

test('a tall photo stands in the middle of its card', async ({ page }) => {
  await signInNew(page)
  const { files, post, card } = await compose(page, `Tall ${randomUUID()}`)
  await files.setInputFiles([await picture('tower.png', { width: 600, height: 1200 })])
  await post.click()
  const photo = card.getByRole('button', { name: 'Photo 1 of 1' })
  await expect(photo).toBeVisible()
  const middle = async (locator: Locator) => {
    const { x, width } = (await locator.boundingBox()) ?? { x: 0, width: 0 }
    return x + width / 2
  }
  for (const width of [390, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(async () => expect(Math.abs((await middle(photo)) - (await middle(card)))).toBeLessThan(1)).toPass()
  }
})

test('an anonymous post shows its picture and no author', async ({ page }) => {
  await signInNew(page)
  const { composer, files, post, card } = await compose(page, `No one saw me ${randomUUID()}`)
  await files.setInputFiles(await pictures(1))
  await composer.getByLabel(/Post anonymously/).check()
  await post.click()
  await expect(composer).toBeHidden()
  await expect(card).toHaveAttribute('aria-label', 'Post by Anonymous')
  await expect(card.getByRole('button', { name: 'Photo 1 of 1' })).toBeVisible()
})

test('a closed composer keeps its pictures and anonymity, and is empty after posting', async ({ page }) => {
  await signInNew(page)
  const words = `Later today ${randomUUID()}`
  const { composer, files, tiles, post, card } = await compose(page, words)
  await files.setInputFiles(await pictures(2))
  await expect(tiles).toHaveCount(2)
  await composer.getByRole('checkbox', { name: /^Post anonymously/ }).check()
  await page.keyboard.press('Escape')
  await expect(composer).toHaveCount(0)

  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(composer.getByLabel('Your post')).toHaveValue(words)
  await expect(tiles).toHaveCount(2)
  await expect(composer.getByRole('checkbox', { name: /^Post anonymously/ })).toBeChecked()
  await post.click()
  await expect(composer).toBeHidden()
  await expect(card).toHaveAttribute('aria-label', 'Post by Anonymous')
  await expect(card.getByRole('button', { name: 'Photo 2 of 2' })).toBeVisible()

  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(composer.getByLabel('Your post')).toHaveValue('')
  await expect(tiles).toHaveCount(0)
  await expect(composer.getByRole('checkbox', { name: /^Post anonymously/ })).not.toBeChecked()
})
