import { expect, test } from 'vitest'
import { fakeFile } from '../../../testing/web/files.ts'
import { megabyte } from '../contract.gen.ts'
import { objectionTo, objectionToAll } from './compress.ts'
import { capped, ladder } from './ladder.ts'

/** A fake encoder that records every attempt. Its result is small enough when `fits` returns true. */
async function climb(width: number, height: number, fits: (step: string) => boolean) {
  const steps: string[] = []
  const found = await ladder({ width, height }, 100, async (w, h, quality) => {
    const step = `${w}x${h}@${quality}`
    steps.push(step)
    return { size: fits(step) ? 100 : 101 }
  })
  return { steps, found }
}

test('encodes an image once at 0.8 with no side above 1200 when the result fits', async () => {
  expect((await climb(4000, 3000, () => true)).steps).toEqual(['1200x900@0.8'])
  expect((await climb(300, 200, () => true)).steps).toEqual(['300x200@0.8'])
  expect(capped({ width: 1000, height: 5000 })).toEqual({ width: 240, height: 1200 })
  expect(capped({ width: 9000, height: 3 })).toEqual({ width: 1200, height: 1 })
})

test('lowers the quality to 0.1, then scales the sides to 80 % and starts again at 0.7', async () => {
  const { steps, found } = await climb(1200, 600, (step) => step === '960x480@0.3')
  expect(steps).toEqual([
    ...[0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1].map((quality) => `1200x600@${quality}`),
    ...[0.7, 0.6, 0.5, 0.4, 0.3].map((quality) => `960x480@${quality}`),
  ])
  expect(found).toEqual({ size: 100 })
})

test('returns undefined when a side would fall below 100 px', async () => {
  const { steps, found } = await climb(400, 130, () => false)
  expect(found).toBeUndefined()
  expect(steps.at(-1)).toBe('320x104@0.1')
  expect((await climb(50, 50, () => false)).steps).toHaveLength(8)
})

test.each([
  ['notes.txt', 'text/plain', 10, undefined, 'File must be an image'],
  ['cat.gif', 'image/gif', 10, undefined, 'Only JPEG, PNG, and WebP images are allowed'],
  ['a.png', 'image/png', 5 * megabyte, undefined, undefined],
  ['a.png', 'image/png', 5 * megabyte + 1, undefined, 'Image is too large. Maximum size after compression is 1MB.'],
  ['a.jpg', 'image/jpeg', 10 * megabyte, 2 * megabyte, undefined],
  ['a.webp', 'image/webp', 11 * megabyte, 2 * megabyte, 'Image is too large. Maximum size after compression is 2MB.'],
])('validates %s (%s, %d bytes, target %s): %s', (name, type, size, target, words) => {
  expect(objectionTo(fakeFile(name, type, size), target)).toBe(words)
})

test('names the maximum count or the invalid file when validating several files', () => {
  const picture = fakeFile('a.png', 'image/png')
  expect(objectionToAll([picture, picture], undefined, 1)).toBe('Maximum 1 files allowed')
  expect(objectionToAll([picture, fakeFile('b.txt', 'text/plain')])).toBe('b.txt is not a valid image file')
  expect(objectionToAll([picture])).toBeUndefined()
})
