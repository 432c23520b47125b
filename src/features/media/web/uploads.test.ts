import { expect, test, vi } from 'vitest'
import { fakeFile } from '../../../testing/web/files.ts'
import { megabyte } from '../contract.gen.ts'
import { createUploads, type Send } from './uploads.ts'

/** Uploads that the test completes or fails. */
function uploadsByHand(kept?: string) {
  const open: { name: string; done: (url: string) => void; fail: (error: Error) => void; signal: AbortSignal }[] = []
  const send: Send = (file, { signal }) =>
    new Promise((done, fail) => open.push({ name: file.name, done, fail, signal }))
  const draft = {
    text: kept,
    read: () => draft.text,
    write(text: string | undefined) {
      draft.text = text
    },
  }
  return { uploads: createUploads(send, draft), open, draft }
}
const pictures = (count: number) => Array.from({ length: count }, (_, index) => fakeFile(`${index}.png`, 'image/png'))

test('skips unsupported files silently unless none is left', () => {
  const { uploads } = uploadsByHand()
  uploads.add([
    fakeFile('a.txt', 'text/plain'),
    fakeFile('b.mov', 'video/quicktime'),
    fakeFile('c.avi', 'video/x-msvideo'),
  ])
  expect(uploads.read().picks.map(({ name, kind }) => [name, kind])).toEqual([['b.mov', 'video']])
  expect(uploads.read().problem).toBeUndefined()
  uploads.add([fakeFile('d.png', 'image/png', 50 * megabyte + 1)])
  expect(uploads.read().problem).toBe('No valid files to upload')
  uploads.add(pictures(1))
  expect(uploads.read().problem).toBeUndefined()
})

test('accepts ten files and reports and skips any more', () => {
  const { uploads } = uploadsByHand()
  uploads.add(pictures(11))
  expect(uploads.read().picks).toHaveLength(10)
  expect(uploads.read().problem).toBe('Maximum 10 files allowed')
  uploads.remove(uploads.read().picks[0]?.id ?? '')
  expect(uploads.read().problem).toBeUndefined()
})

test('waits for running uploads before posting and returns the URLs in the displayed order', async () => {
  const { uploads, open } = uploadsByHand()
  uploads.add(pictures(3))
  uploads.move(uploads.read().picks[2]?.id ?? '', 0)
  const finished = uploads.finished()
  for (const { name, done } of open) done(`/media/${name}`)
  expect(await finished).toEqual(['/media/2.png', '/media/0.png', '/media/1.png'])
})

test('blocks posting after a failed upload until it is retried or removed', async () => {
  const { uploads, open } = uploadsByHand()
  uploads.add(pictures(2))
  open[0]?.done('/media/0.png')
  open[1]?.fail(new Error('Upload failed'))
  await expect(uploads.finished()).rejects.toThrow('Failed to upload post images')
  const failed = uploads.read().picks[1]
  expect(failed).toMatchObject({ state: 'failed', problem: 'Upload failed' })
  uploads.retry(failed?.id ?? '')
  open[2]?.done('/media/1.png')
  expect(await uploads.finished()).toEqual(['/media/0.png', '/media/1.png'])
})

test('cancels the upload and revokes the preview of a removed file', () => {
  const revoke = vi.spyOn(URL, 'revokeObjectURL')
  const { uploads, open } = uploadsByHand()
  uploads.add(pictures(2))
  const [first] = uploads.read().picks
  uploads.remove(first?.id ?? '')
  expect(open.map(({ signal }) => signal.aborted)).toEqual([true, false])
  expect(revoke).toHaveBeenCalledExactlyOnceWith(first?.preview)
  uploads.clear()
  expect(open[1]?.signal.aborted).toBe(true)
  expect(revoke).toHaveBeenCalledTimes(2)
})

test('does not post when the composer is closed while waiting for uploads', async () => {
  const { uploads } = uploadsByHand()
  uploads.add(pictures(1))
  const finished = uploads.finished()
  uploads.clear()
  await expect(finished).rejects.toThrow('Failed to upload post images')
})

test('keeps uploaded files over a reload, and names those that have to be added again', async () => {
  const before = uploadsByHand()
  before.uploads.add(pictures(2))
  before.open[1]?.done('/media/1.png')
  await expect.poll(() => before.uploads.read().picks[1]?.state).toBe('done')
  const { uploads, draft } = uploadsByHand(before.draft.text)
  expect(uploads.read().problem).toBe('Add your photos again')
  expect(uploads.read().picks).toMatchObject([{ name: '1.png', state: 'done', preview: '/media/1.png' }])
  expect(await uploads.finished()).toEqual(['/media/1.png'])
  uploads.clear()
  expect(draft.text).toBeUndefined()
})
