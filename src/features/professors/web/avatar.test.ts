import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lightAvatar } from './avatar.ts'

// Only the drawing is replaced, which needs a browser: the texts of an error come from compress.ts itself.
const drawing = vi.hoisted(() => ({ shrink: vi.fn() }))
vi.mock('../../media/web/shrink.ts', () => drawing)

const megabyte = 1024 * 1024
const picture = (type = 'image/png', size = 10) => new File([new Uint8Array(size)], 'face.png', { type })

beforeEach(() => {
  drawing.shrink.mockReset().mockRejectedValue(new Error('nothing is drawn'))
  vi.stubGlobal('Worker', undefined)
  vi.stubGlobal('createImageBitmap', async () => ({ width: 400, height: 300, close: () => {} }))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test.each(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])('a small %s is sent as it is', async (type) => {
  const file = picture(type)
  expect(await lightAvatar(file)).toBe(file)
  expect(drawing.shrink).not.toHaveBeenCalled()
})

test.each(['image/svg+xml', 'application/pdf', ''])('a file of type %j is no picture', async (type) => {
  await expect(lightAvatar(picture(type))).rejects.toThrow('Invalid file')
})

test.each([
  ['bytes', picture('image/png', megabyte + 1), 400],
  ['pixels', picture(), 5000],
])('a picture of too many %s is sent as compression left it', async (_, file, width) => {
  vi.stubGlobal('createImageBitmap', async () => ({ width, height: 300, close: () => {} }))
  drawing.shrink.mockResolvedValue(new Blob(['light'], { type: 'image/webp' }))
  const sent = await lightAvatar(file)
  expect([sent.name, sent.type, await sent.text()]).toEqual(['face.webp', 'image/webp', 'light'])
  expect(drawing.shrink).toHaveBeenCalledExactlyOnceWith(file, megabyte)
})

test('one that stays above a megabyte is refused with the size that it came down to', async () => {
  drawing.shrink.mockImplementation(async (_, target: number) =>
    target === megabyte ? undefined : { size: 1.4 * megabyte },
  )
  const sentence = 'Image too large! After compression: 1.4MB. Please try a smaller image.'
  await expect(lightAvatar(picture('image/png', 2 * megabyte))).rejects.toThrow(sentence)
})

test('one that cannot be read is refused as such', async () => {
  drawing.shrink.mockRejectedValue(new Error('Failed to load image'))
  await expect(lightAvatar(picture('image/png', 2 * megabyte))).rejects.toThrow(
    'Failed to process image. Please try a different image.',
  )
})
