import { expect, test, vi } from 'vitest'
import { fakeFile } from '../../../testing/web/files.ts'
import { megabyte } from './limits.ts'
import { createUploads, type Send } from './uploads.ts'

/** Uploads whose outcome the test decides. */
function uploadsByHand() {
  const open: { name: string; done: (url: string) => void; fail: (error: Error) => void; signal: AbortSignal }[] = []
  const send: Send = (file, { signal }) =>
    new Promise((done, fail) => open.push({ name: file.name, done, fail, signal }))
  return { uploads: createUploads(send), open }
}
const pictures = (count: number) => Array.from({ length: count }, (_, at) => fakeFile(`${at}.png`, 'image/png'))

test('what cannot be in a post is skipped in silence, unless nothing is left', () => {
  const { uploads } = uploadsByHand()
  uploads.add([
    fakeFile('a.txt', 'text/plain'),
    fakeFile('b.mov', 'video/quicktime'),
    fakeFile('c.avi', 'video/x-msvideo'),
  ])
  expect(uploads.read().picks.map(({ file, kind }) => [file.name, kind])).toEqual([['b.mov', 'video']])
  expect(uploads.read().problem).toBeUndefined()
  uploads.add([fakeFile('d.png', 'image/png', 50 * megabyte + 1)])
  expect(uploads.read().problem).toBe('No valid files to upload')
  uploads.add(pictures(1))
  expect(uploads.read().problem).toBeUndefined()
})

test('ten files fit; what is more is told and left out', () => {
  const { uploads } = uploadsByHand()
  uploads.add(pictures(11))
  expect(uploads.read().picks).toHaveLength(10)
  expect(uploads.read().problem).toBe('Maximum 10 files allowed')
  uploads.remove(uploads.read().picks[0]?.id ?? '')
  expect(uploads.read().problem).toBeUndefined()
})

test('posting waits for what is under way and gets the addresses in the order on the screen', async () => {
  const { uploads, open } = uploadsByHand()
  uploads.add(pictures(3))
  uploads.move(uploads.read().picks[2]?.id ?? '', 0)
  const finished = uploads.finished()
  for (const { name, done } of open) done(`/media/${name}`)
  expect(await finished).toEqual(['/media/2.png', '/media/0.png', '/media/1.png'])
})

test('a failed upload stops posting until it is tried again or taken out', async () => {
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

test('taking a file out ends its upload and gives its memory back', () => {
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

test('a composer that is closed while posting waits posts nothing', async () => {
  const { uploads } = uploadsByHand()
  uploads.add(pictures(1))
  const finished = uploads.finished()
  uploads.clear()
  await expect(finished).rejects.toThrow('Failed to upload post images')
})
