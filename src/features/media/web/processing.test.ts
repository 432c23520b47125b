import { beforeEach, expect, test, vi } from 'vitest'
import { fakeFile } from '../../../testing/web/files.ts'
import { withProcessingToasts } from './processing.ts'

const { toasts } = vi.hoisted(() => ({ toasts: [] as string[] }))
vi.mock('../../../shared/web/ui/toasts.tsx', () => {
  const say = (text: string) => void toasts.push(text)
  return { toast: { success: say, error: say } }
})
beforeEach(() => void toasts.splice(0))

const file = fakeFile('0.png', 'image/png')
const start = 'Processing images...'

test('says that images are processed only when they are uploaded', async () => {
  const upload = Promise.withResolvers<string>()
  const both = [
    withProcessingToasts(Promise.resolve(file), () => upload.promise),
    withProcessingToasts(Promise.resolve(file), async () => 'second'),
  ]
  await both[1]
  expect(toasts).toEqual([start])
  upload.resolve('first')
  expect(await Promise.all(both)).toEqual(['first', 'second'])
  expect(toasts).toEqual([start, '2 image(s) processed successfully'])
})

test('a failed upload has no success text, and its failure is left to the form', async () => {
  const failed = withProcessingToasts(Promise.resolve(file), () => Promise.reject(new Error('Upload failed')))
  await expect(failed).rejects.toThrow('Upload failed')
  expect(toasts).toEqual([start])
})

test('an image that cannot be processed is not uploaded', async () => {
  const upload = vi.fn()
  const failed = withProcessingToasts(Promise.reject(new Error('Failed to load image')), upload)
  await expect(failed).rejects.toThrow('Failed to load image')
  expect(upload).not.toHaveBeenCalled()
  expect(toasts).toEqual([start, 'Failed to process images'])
})
