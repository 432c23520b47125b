import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lightAvatar } from './avatar.ts'

// Only drawing is mocked, because it needs a browser. The error texts come from compress.ts.
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

test.each(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])('sends a small %s unchanged', async (type) => {
  const file = picture(type)
  expect(await lightAvatar(file)).toBe(file)
  expect(drawing.shrink).not.toHaveBeenCalled()
})

test.each(['image/svg+xml', 'application/pdf', ''])('rejects a file of type %j as an image', async (type) => {
  await expect(lightAvatar(picture(type))).rejects.toThrow('Invalid file')
})

test.each([
  ['bytes', picture('image/png', megabyte + 1), 400],
  ['pixels', picture(), 5000],
])('sends an image with too many %s compressed', async (_, file, width) => {
  vi.stubGlobal('createImageBitmap', async () => ({ width, height: 300, close: () => {} }))
  drawing.shrink.mockResolvedValue(new Blob(['light'], { type: 'image/webp' }))
  const sent = await lightAvatar(file)
  expect([sent.name, sent.type, await sent.text()]).toEqual(['face.webp', 'image/webp', 'light'])
  expect(drawing.shrink).toHaveBeenCalledExactlyOnceWith(file, megabyte)
})

test('rejects an image that stays above a megabyte with its compressed size', async () => {
  drawing.shrink.mockImplementation(async (_, target: number) =>
    target === megabyte ? undefined : { size: 1.4 * megabyte },
  )
  const sentence = 'Image too large! After compression: 1.4MB. Please try a smaller image.'
  await expect(lightAvatar(picture('image/png', 2 * megabyte))).rejects.toThrow(sentence)
})

test('rejects an unreadable image with its own message', async () => {
  drawing.shrink.mockRejectedValue(new Error('Failed to load image'))
  await expect(lightAvatar(picture('image/png', 2 * megabyte))).rejects.toThrow(
    'Failed to process image. Please try a different image.',
  )
})
