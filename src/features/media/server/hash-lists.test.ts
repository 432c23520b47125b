import { createHash, randomBytes } from 'node:crypto'
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { as, testConfig } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { media } from '../contract.ts'
import { openHashLists } from './hash-lists.ts'

const folder = await mkdtemp(join(tmpdir(), 'hash-lists-'))
const listed = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#123456' } })
  .png()
  .toBuffer()
const toHash = (file: Buffer, algorithm: string) => createHash(algorithm).update(file).digest('hex')
await writeFile(join(folder, 'partner.txt'), `# of 2026\n${toHash(listed, 'sha1').toUpperCase()},2\n`)
await writeFile(join(folder, 'readme.md'), toHash(randomBytes(8), 'md5'))

const { app, ada } = await campus({ config: { ...testConfig, hashLists: folder }, people: { ada: {} } })
const log = { info: vi.fn(), warn: vi.fn() }
afterEach(() => void vi.clearAllMocks())
afterAll(() => rm(folder, { recursive: true, force: true }))

const upload = (file: Buffer) => {
  const form = new FormData()
  form.set('type', 'post')
  form.set('file', new Blob([new Uint8Array(file)]), 'a.png')
  return as(app, ada)(media.upload, { body: form })
}

test('a file that is on a list is refused, and nothing of it is stored', async () => {
  const refused = await upload(listed)
  expect(refused.status).toBe(400)
  expect(refused.body).toMatchObject({ error: 'This picture cannot be shared here.' })
  expect(await app.db.selectFrom('uploads').select('name').execute()).toEqual([])
  const other = await sharp(listed).negate().png().toBuffer()
  expect((await upload(other)).status).toBe(200)
})

/** Lists of their own, and whether they have a file with this content. */
async function openOwn() {
  const own = await mkdtemp(join(folder, 'own-'))
  const find = async (lists: Awaited<ReturnType<typeof openHashLists>>, content: Buffer) => {
    const path = join(folder, 'content')
    await writeFile(path, content)
    return lists.find(path)
  }
  return { own, find }
}

test.each(['md5', 'sha1', 'sha256'])('finds a file by its %s, and says in which list', async (algorithm) => {
  const { own, find } = await openOwn()
  const content = randomBytes(100_000)
  await writeFile(join(own, 'one.txt'), `\uFEFF${toHash(randomBytes(8), algorithm)}\r\n`)
  await writeFile(join(own, 'two.txt'), `${toHash(randomBytes(8), 'md5')}\n\n${toHash(content, algorithm)}; remark`)
  const lists = await openHashLists(own, log)
  expect(await find(lists, content)).toBe('two.txt')
  expect(await find(lists, content.subarray(1))).toBeUndefined()
  expect(log.warn).not.toHaveBeenCalled()
  lists.close()
})

test('names the lines without a hash, and uses the others', async () => {
  const { own, find } = await openOwn()
  const content = randomBytes(10)
  await writeFile(join(own, 'broken.txt'), `hello\n${toHash(content, 'md5')}\n${toHash(content, 'sha512')}\n`)
  const lists = await openHashLists(own, log)
  expect(log.warn).toHaveBeenCalledExactlyOnceWith({ list: 'broken.txt', lines: [1, 3], count: 2 }, expect.any(String))
  expect(await find(lists, content)).toBe('broken.txt')
  lists.close()
})

test('follows changes of the folder, and keeps what it has when the folder cannot be read', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { own, find } = await openOwn()
  const [first, second] = [randomBytes(10), randomBytes(11)]
  await writeFile(join(own, 'list.txt'), `${toHash(first, 'md5')}\n`)
  const lists = await openHashLists(own, log)
  vi.clearAllMocks()
  await lists.refresh()
  await appendFile(join(own, 'list.txt'), `${toHash(second, 'sha256')}\n`)
  expect(await find(lists, second)).toBeUndefined()
  await vi.advanceTimersByTimeAsync(600_000)
  await expect.poll(() => find(lists, second)).toBe('list.txt')
  expect(log.info).toHaveBeenCalledOnce() // nothing was read again while nothing had changed
  await rm(own, { recursive: true })
  await vi.advanceTimersByTimeAsync(600_000)
  await expect.poll(() => log.warn).toHaveBeenCalledOnce()
  expect(await find(lists, first)).toBe('list.txt')
  lists.close()
  vi.useRealTimers()
})

test('does not start without its folder', async () => {
  await expect(openHashLists(join(folder, 'missing'), log)).rejects.toThrow('ENOENT')
})
