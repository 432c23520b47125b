import { beforeEach, expect, test, vi } from 'vitest'
import { lightAvatar } from './avatar.ts'

const compression = vi.hoisted(() => ({ isSmall: vi.fn(), compress: vi.fn() }))
const shrinking = vi.hoisted(() => ({ shrink: vi.fn() }))
vi.mock('../../media/web/compress.ts', () => compression)
vi.mock('../../media/web/shrink.ts', () => shrinking)

beforeEach(() => {
  compression.isSmall.mockResolvedValue(false)
})

const picture = (type = 'image/png') => new File(['x'], 'face', { type })

test.each(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])('a small %s is sent as it is', async (type) => {
  compression.isSmall.mockResolvedValue(true)
  const file = picture(type)
  expect(await lightAvatar(file)).toBe(file)
})

test.each(['image/svg+xml', 'application/pdf', ''])('a file of type %j is no picture', async (type) => {
  await expect(lightAvatar(picture(type))).rejects.toThrow('Invalid file')
})

test('a large picture is sent as compression left it', async () => {
  const light = picture('image/webp')
  compression.compress.mockResolvedValue(light)
  expect(await lightAvatar(picture())).toBe(light)
})

test('one that stays above a megabyte is refused with the size that it came down to', async () => {
  compression.compress.mockRejectedValue(new Error('This picture could not be compressed below 1 MB'))
  shrinking.shrink.mockResolvedValue({ size: 1.4 * 1024 * 1024 })
  const sentence = 'Image too large! After compression: 1.4MB. Please try a smaller image.'
  await expect(lightAvatar(picture())).rejects.toThrow(sentence)
})

test('one that cannot be read is refused as such', async () => {
  compression.compress.mockRejectedValue(new Error('No such codec'))
  await expect(lightAvatar(picture())).rejects.toThrow('Failed to process image. Please try a different image.')
})
