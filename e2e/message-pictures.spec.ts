// Several pictures in one message: chosen, dropped and pasted, sent together, looked at, and kept when something fails.
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expectText, messageBox, messageField, startTwo } from './conversation.ts'
import { expect, newcomer, test } from './kit.ts'

const tray = (page: Page) => page.getByRole('list', { name: 'Photos of your message' })
const pending = (page: Page) => page.getByRole('list', { name: 'Photos of this message' })
const sendButton = (page: Page) => page.getByRole('button', { name: 'Send', exact: true })

const makePng = async (hue: number) => ({
  name: `photo-${hue}.png`,
  mimeType: 'image/png',
  buffer: await sharp({
    create: { width: 320, height: 240, channels: 3, background: { r: hue % 256, g: 120, b: (hue * 7) % 256 } },
  })
    .png()
    .toBuffer(),
})
let made = 0
const makePngs = (count: number) => Promise.all(Array.from({ length: count }, () => makePng(made++)))

const choose = async (page: Page, count: number) =>
  page.getByLabel('Photos to send').setInputFiles(await makePngs(count))

test('sends six photos with a text, and the other user looks at them one by one', { tag: '@both' }, async ({
  page,
  newPage,
  isMobile,
}) => {
  const { other, ines } = await startTwo(page, newPage)
  await choose(page, 7)
  await expect(tray(page).getByRole('listitem')).toHaveCount(7)
  await tray(page).getByRole('button', { name: 'Remove photo 3' }).click()
  await expect(tray(page).getByRole('listitem')).toHaveCount(6)
  await messageField(page).fill('From the maze')
  await sendButton(page).click()
  await expectText(page, 'Image sent successfully')
  await expect(tray(page)).toHaveCount(0)
  await expect(messageField(page)).toHaveValue('')

  await other.goto(`/messages/${ines.id}`)
  const message = messageBox(other).getByRole('listitem').filter({ hasText: 'From the maze' })
  await expect(message.getByRole('img', { name: /^Photo \d of 6$/ })).toHaveCount(4)
  await expect(message.getByText('+2')).toBeVisible()
  await message.getByRole('button', { name: 'Photo 2 of 6' }).click()
  const viewer = other.getByRole('dialog', { name: 'Photos and videos' })
  await expect(viewer.getByRole('img', { name: 'Photo 2 of 6' })).toBeVisible()
  if (!isMobile) {
    await other.keyboard.press('ArrowRight')
    await expect(viewer.getByRole('img', { name: 'Photo 3 of 6' })).toBeVisible()
    await other.keyboard.press('ArrowLeft')
    await expect(viewer.getByRole('img', { name: 'Photo 2 of 6' })).toBeVisible()
  }
  await other.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)

  // Each of them once, in the tab of pictures.
  await other.getByRole('button', { name: 'Conversation options' }).click()
  await other.getByRole('menuitem', { name: 'Search messages' }).click()
  await other.getByRole('radio', { name: 'Pictures' }).check()
  const found = other.getByRole('list', { name: 'Pictures found' })
  await expect(found.getByRole('button', { name: /^Photo by Ines/ })).toHaveCount(6)
  await found.getByRole('button').first().click()
  await expect(message).toBeFocused()
})

test('without a text, photos say how many they are only where they are not seen', async ({ page, newPage }) => {
  const { other } = await startTwo(page, newPage)
  await choose(page, 3)
  await messageField(page).press('Enter')
  await expectText(page, 'Image sent successfully')
  await expect(messageBox(page).getByRole('img', { name: /^Photo \d of 3$/ })).toHaveCount(3)
  await expect(messageBox(page).getByText('Sent 3 photos')).toHaveCount(0)
  await other.goto('/messages')
  await expect(other.getByText('Sent 3 photos')).toBeVisible()
})

test('takes at most ten photos, also dropped and pasted, and keeps them while a message is edited', async ({
  page,
  newPage,
}) => {
  await startTwo(page, newPage)
  await messageField(page).fill('A first message')
  await messageField(page).press('Enter')
  await expect(messageBox(page).getByText('A first message')).toBeVisible()
  await choose(page, 8)
  const files = await page.evaluateHandle(`(async () => {
    const canvas = new OffscreenCanvas(20, 20)
    canvas.getContext('2d').fillRect(0, 0, 20, 20)
    const blob = await canvas.convertToBlob({ type: 'image/png' })
    const files = new DataTransfer()
    for (const name of ['a.png', 'b.png', 'c.png']) files.items.add(new File([blob], name, { type: 'image/png' }))
    window.testFiles = files
    return files
  })()`)
  await messageBox(page).dispatchEvent('drop', { dataTransfer: files })
  await expectText(page, 'You can send up to 10 photos at a time')
  await expect(tray(page).getByRole('listitem')).toHaveCount(10)
  await tray(page).getByRole('button', { name: 'Remove photo 10' }).click()
  await expect(tray(page).getByRole('button', { name: 'Remove photo 9' })).toBeFocused()
  await messageField(page).focus()
  await page.evaluate(`document.activeElement.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData: window.testFiles, bubbles: true, cancelable: true }))`)
  await expect(tray(page).getByRole('listitem')).toHaveCount(10)

  await messageField(page).press('ArrowUp')
  await expect(page.getByLabel('Edit your message')).toBeVisible()
  await expect(tray(page)).toHaveCount(0)
  await page.getByLabel('Edit your message').press('Escape')
  await expect(tray(page).getByRole('listitem')).toHaveCount(10)
})

test('leaves out a photo that the server refuses, and sends the text with the others', async ({ page, newPage }) => {
  await startTwo(page, newPage)
  const [first, last] = await makePngs(2)
  const broken = { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }
  await page.getByLabel('Photos to send').setInputFiles([first, broken, last].filter((file) => file !== undefined))
  await messageField(page).fill('Three of them')
  await sendButton(page).click()
  await expect(messageBox(page).getByText(/^Not sent: /)).toBeVisible()
  await expect(messageBox(page).getByRole('listitem', { name: 'Photo 2 of 3, not sent' })).toBeVisible()
  await pending(page).getByRole('button', { name: 'Send without photo 2' }).click()
  await expectText(page, 'Image sent successfully')
  const sent = messageBox(page).getByRole('listitem').filter({ hasText: 'Three of them' })
  await expect(sent.getByRole('img', { name: /^Photo \d of 2$/ })).toHaveCount(2)
})

test('a cancelled upload returns the text and the photos to the composer', { tag: '@both' }, async ({
  page,
  newPage,
}) => {
  await startTwo(page, newPage)
  await page.route('**/upload', () => {}) // never answers
  await choose(page, 3)
  await messageField(page).fill('Not yet')
  await sendButton(page).click()
  await expect(messageBox(page).getByRole('progressbar')).toBeVisible()
  await messageBox(page).getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(pending(page)).toHaveCount(0)
  await expect(tray(page).getByRole('listitem')).toHaveCount(3)
  await expect(messageField(page)).toHaveValue('Not yet')
})

test('one photo is cancelled while several are uploaded, and the text and the others are sent', {
  tag: '@both',
}, async ({ page, newPage }) => {
  const { other, ines } = await startTwo(page, newPage)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/upload', async (route) => {
    await released
    await route.fallback().catch(() => {}) // the upload was cancelled meanwhile
  })
  await choose(page, 4)
  await messageField(page).fill('Without two of them')
  await sendButton(page).click()
  const photos = pending(page).getByRole('listitem')
  await expect(photos).toHaveCount(4)
  const cancelPhoto = (number: number) => pending(page).getByRole('button', { name: `Cancel photo ${number}` })
  await cancelPhoto(2).focus()
  await page.keyboard.press('Enter')
  await expect(photos).toHaveCount(3)
  await expect(cancelPhoto(2)).toBeFocused() // that of the next one
  await expect(messageBox(page).getByText('3 photos left')).toHaveCount(1)
  await cancelPhoto(1).click() // that is being uploaded
  await expect(photos).toHaveCount(2)
  await expect(pending(page).getByRole('listitem', { name: 'Photo 2 of 2' })).toBeVisible()
  await expect(messageBox(page).getByText('Without two of them')).toBeVisible()
  await expect(tray(page)).toHaveCount(0)
  release()
  await expectText(page, 'Image sent successfully')
  await other.goto(`/messages/${ines.id}`)
  const message = messageBox(other).getByRole('listitem').filter({ hasText: 'Without two of them' })
  await expect(message.getByRole('img', { name: /^Photo \d of 2$/ })).toHaveCount(2)
})

test('of the last two photos one is cancelled, and the focus moves to the button that cancels the message', async ({
  page,
  newPage,
}) => {
  await startTwo(page, newPage)
  await page.route('**/upload', () => {}) // never answers
  await choose(page, 2)
  await sendButton(page).click()
  await pending(page).getByRole('button', { name: 'Cancel photo 1' }).press('Enter')
  await expect(pending(page).getByRole('listitem')).toHaveCount(1)
  const cancel = messageBox(page).getByRole('button', { name: 'Cancel', exact: true })
  await expect(cancel).toBeFocused()
  await expect(messageBox(page).getByRole('button', { name: /^Cancel photo/ })).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(tray(page).getByRole('listitem')).toHaveCount(1)
})

test('photos wait for a connection, outlast a reload, and are sent together and once', async ({ page, newPage }) => {
  const { other, ines } = await startTwo(page, newPage)
  let uploads = 0
  await page.route('**/upload', (route) => (++uploads === 1 ? route.fallback() : route.abort()))
  await choose(page, 4)
  await messageField(page).fill('Out of the tunnel')
  await sendButton(page).click()
  await expect(messageBox(page).getByText('Waiting for a connection')).toBeVisible()
  await page.reload()
  await expect(pending(page).getByRole('listitem')).toHaveCount(4)
  await page.unroute('**/upload')
  await page.evaluate("dispatchEvent(new Event('online'))") // if it has not tried again by itself
  await expect(messageBox(page).getByRole('img', { name: /^Photo \d of 4$/ })).toHaveCount(4)
  await other.goto(`/messages/${ines.id}`)
  const message = messageBox(other).getByRole('listitem').filter({ hasText: 'Out of the tunnel' })
  await expect(message).toHaveCount(1)
  await expect(message.getByRole('img', { name: /^Photo \d of 4$/ })).toHaveCount(4)
})

test('the owner sets the picture of a conversation and who names it', { tag: '@both' }, async ({ page, newPage }) => {
  const [other, third] = [await newPage(), await newPage()]
  await newcomer(page, 'Ines')
  const [otto, uma] = [await newcomer(other, 'Otto'), await newcomer(third, 'Uma')]
  const begun = await page.request.post('/conversations', {
    data: { participants: [otto.id, uma.id], title: 'Maze evening' },
  })
  const { conversation_id: id } = (await begun.json()) as { conversation_id: string }
  const openDetails = async (who: Page) => {
    await who.goto(`/messages/${id}`)
    await who.getByRole('button', { name: 'Conversation options' }).click()
    await who.getByRole('menuitem', { name: 'Conversation details' }).click()
    return who.getByRole('dialog', { name: 'Conversation details' })
  }
  const details = await openDetails(page)
  await details.getByLabel('Picture of the conversation').setInputFiles(await makePng(90))
  await expect(details.getByRole('button', { name: 'Change picture' })).toBeVisible()
  await details.getByRole('switch', { name: 'Everyone can rename this conversation' }).click()
  await expect(details.getByRole('switch')).toBeChecked()

  const theirs = await openDetails(other)
  await expect(theirs.locator('img[src^="/media/"]').first()).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Report picture' })).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Change picture' })).toHaveCount(0)
  await theirs.getByLabel('Name').fill('Maze at night')
  await theirs.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('named the conversation “Maze at night”').last()).toBeVisible()

  await details.getByRole('button', { name: 'Remove picture' }).click()
  await expect(details.getByRole('button', { name: 'Add a picture' })).toBeVisible()
})
