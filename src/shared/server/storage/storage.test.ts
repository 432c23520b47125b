import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import S3rver from '@20minutes/s3rver'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { newId } from '../db/sql.ts'
import { openStorage } from './open.ts'
import type { Storage, StoredFile } from './storage.ts'
import { clearTempFiles } from './temp-folders.ts'

const folder = mkdtempSync(join(tmpdir(), 'quad-storage-'))
const dataDir = join(folder, 'data')
const options = {
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: join(folder, 's3'),
  configureBuckets: [{ name: 'quad', configs: [] }],
}
const strict = new S3rver(options)
// s3rver computes the signature of a bucket URL without the trailing slash that the SDK (and Amazon) include.
const s3 = new S3rver({ ...options, allowMismatchedSignatures: true })
let endpoint = ''
let strictEndpoint = ''

beforeAll(async () => {
  process.env.AWS_ACCESS_KEY_ID = 'S3RVER' // accepted by s3rver
  process.env.AWS_SECRET_ACCESS_KEY = 'S3RVER'
  endpoint = `http://127.0.0.1:${(await s3.run()).port}`
  strictEndpoint = `http://127.0.0.1:${(await strict.run()).port}`
})
afterAll(async () => {
  await Promise.all([s3.close(), strict.close()])
  rmSync(folder, { recursive: true, force: true })
})

const s3Url = (prefix = '') => `s3://quad/${prefix}?endpoint=${encodeURIComponent(endpoint)}`
const stores: Record<string, () => string | undefined> = {
  'the data folder': () => undefined,
  'a folder elsewhere': () => pathToFileURL(join(folder, 'elsewhere')).href,
  'a folder on another disk': () =>
    existsSync('/dev/shm') ? pathToFileURL(`/dev/shm/${folder.split('/').at(-1)}`).href : undefined,
  'a bucket': () => s3Url(),
  'a part of a bucket': () => s3Url('north/uploads/'),
}
afterAll(() => rmSync(`/dev/shm/${folder.split('/').at(-1)}`, { recursive: true, force: true }))

const someFile = (): StoredFile => ({ schoolId: newId(), name: `${randomBytes(12).toString('hex')}.webp` })
const read = async (storage: Storage, file: StoredFile, range?: { from: number; to: number }) => {
  const open = await storage.open(file)
  if (!open) throw new Error(`${file.name} is not there`)
  return buffer(open.stream(range))
}
const listNames = async (storage: Storage) => {
  const names: string[] = []
  for await (const { name } of storage.list()) names.push(name)
  return names.sort()
}

describe.each(Object.keys(stores))('%s', (name) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openStorage({ dataDir, storageUrl: stores[name]?.() })
  })

  test('returns stored bytes, completely and by range', async () => {
    const file = someFile()
    const bytes = randomBytes(300_000)
    await storage.put(file, bytes)
    const open = await storage.open(file)
    expect(open?.size).toBe(bytes.length)
    await open?.close()
    expect(await read(storage, file)).toEqual(bytes)
    expect(await read(storage, file, { from: 0, to: bytes.length - 1 })).toEqual(bytes)
    expect(await read(storage, file, { from: 100, to: 199 })).toEqual(bytes.subarray(100, 200))
    expect(await read(storage, file, { from: 299_990, to: 299_999 })).toEqual(bytes.subarray(-10))
  })

  test('moves a file out of the temporary folder', async () => {
    const file = someFile()
    const bytes = randomBytes(2_000_000)
    let lent = ''
    await storage.withTempFolder(async (scratch) => {
      lent = scratch
      writeFileSync(join(scratch, 'received'), bytes)
      await storage.put(file, join(scratch, 'received'))
      expect(readdirSync(scratch)).toEqual([])
    })
    expect(existsSync(lent)).toBe(false)
    expect((await read(storage, file)).equals(bytes)).toBe(true)
  })

  test('returns undefined for a missing file, and ignores its removal', async () => {
    const file = someFile()
    expect(await storage.open(file)).toBeUndefined()
    await storage.remove(file)
    await storage.put(file, Buffer.from('here'))
    await storage.remove(file)
    expect(await storage.open(file)).toBeUndefined()
  })

  test('rejects a name that could escape its folder', async () => {
    for (const bad of ['../../etc/passwd', 'a/b.webp', 'x.webp.', ''])
      await expect(storage.put({ schoolId: newId(), name: bad }, Buffer.from(''))).rejects.toThrow(
        'Invalid storage file name',
      )
    await expect(storage.open({ schoolId: '..', name: 'abc.webp' })).rejects.toThrow('Invalid storage file name')
  })

  test('lists and clears all files', async () => {
    await storage.clear()
    const files = [someFile(), someFile(), someFile()]
    for (const file of files) await storage.put(file, Buffer.from(file.name))
    expect(await listNames(storage)).toEqual(files.map((file) => file.name).sort())
    await storage.clear()
    expect(await listNames(storage)).toEqual([])
  })
})

test('separates two prefixes of one bucket', async () => {
  const [north, south] = [
    await openStorage({ dataDir, storageUrl: s3Url('one') }),
    await openStorage({ dataDir, storageUrl: s3Url('other') }),
  ]
  const file = someFile()
  await north.put(file, Buffer.from('north'))
  expect(await south.open(file)).toBeUndefined()
  await south.clear()
  expect(await read(north, file)).toEqual(Buffer.from('north'))
})

test('signs its requests, and throws 503 for a rejected signature', async () => {
  const file = someFile()
  const url = `s3://quad?endpoint=${strictEndpoint}`
  const storage = await openStorage({ dataDir, storageUrl: url })
  await storage.put(file, Buffer.from('signed'))
  await storage.withTempFolder(async (scratch) => {
    writeFileSync(join(scratch, 'a'), 'streamed')
    await storage.put(file, join(scratch, 'a'))
  })
  expect(await read(storage, file, { from: 2, to: 5 })).toEqual(Buffer.from('ream'))
  process.env.AWS_SECRET_ACCESS_KEY = 'guessed'
  try {
    const stranger = await openStorage({ dataDir, storageUrl: url })
    await expect(stranger.open(file)).rejects.toMatchObject({ status: 503, cause: { name: 'SignatureDoesNotMatch' } })
    const storageKeys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
    const ours = await openStorage({ dataDir, storageUrl: url, storageKeys })
    expect((await ours.open(file))?.size).toBe('streamed'.length)
  } finally {
    process.env.AWS_SECRET_ACCESS_KEY = 'S3RVER'
  }
  await storage.remove(file)
})

test('throws 503 with the cause when the store is unreachable, and keeps the source file', async () => {
  const dead = await openStorage({ dataDir, storageUrl: 's3://quad?endpoint=http://127.0.0.1:9' })
  await dead.withTempFolder(async (scratch) => {
    writeFileSync(join(scratch, 'kept'), 'kept')
    await expect(dead.put(someFile(), join(scratch, 'kept'))).rejects.toMatchObject({
      status: 503,
      cause: { code: 'ECONNREFUSED' },
    })
    expect(readdirSync(scratch)).toEqual(['kept'])
  })
  await expect(dead.open(someFile())).rejects.toMatchObject({ status: 503 })
  await expect(dead.remove(someFile())).rejects.toMatchObject({ status: 503 })
  const wrongBucket = await openStorage({ dataDir, storageUrl: `s3://nobodys?endpoint=${endpoint}` })
  await expect(wrongBucket.open(someFile())).rejects.toMatchObject({ status: 503 })
})

test('throws 503 when the folder is a file', async () => {
  writeFileSync(join(folder, 'no-folder'), '')
  const storage = await openStorage({ dataDir, storageUrl: pathToFileURL(join(folder, 'no-folder')).href })
  await expect(storage.put(someFile(), Buffer.from('x'))).rejects.toMatchObject({ status: 503 })
  await expect(storage.open(someFile())).rejects.toMatchObject({ status: 503 })
})

test('removes the partial file of a killed server together with the file', async () => {
  const storage = await openStorage({ dataDir, storageUrl: pathToFileURL(join(folder, 'killed')).href })
  const file = someFile()
  await storage.put(file, Buffer.from('whole'))
  const [path = ''] = readdirSync(join(folder, 'killed'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith(file.name),
  )
  writeFileSync(join(folder, 'killed', `${path}.new`), 'ha')
  await storage.remove(file)
  const left = readdirSync(join(folder, 'killed'), { recursive: true, encoding: 'utf8' })
  expect(left.filter((name) => name.includes(file.name))).toEqual([])
})

test('a start deletes the temporary folders', async () => {
  const storage = await openStorage({ dataDir, storageUrl: undefined })
  await storage.withTempFolder(async () => {
    clearTempFiles(dataDir)
    expect(existsSync(join(dataDir, 'tmp'))).toBe(false)
  })
})

test('many files are synced together after the last one, and a disk that cannot write them is reported', async () => {
  const [programs, log] = [join(folder, 'programs'), join(folder, 'sync.log')]
  const where = join(folder, 'many')
  mkdirSync(programs)
  /** In place of sync(1): notes its arguments, and how many files are there. */
  const replaceSync = (status: number) =>
    writeFileSync(
      join(programs, 'sync'),
      `#!/bin/sh\necho "$@" "$(find ${where} -name '*.webp' | wc -l)" >> ${log}\nexit ${status}\n`,
      { mode: 0o755 },
    )
  replaceSync(0)
  vi.stubEnv('PATH', `${programs}:${process.env.PATH}`)
  onTestFinished(() => void vi.unstubAllEnvs())
  const storage = await openStorage({ dataDir, storageUrl: pathToFileURL(where).href })
  const putThree = async (put: Storage['put']) => {
    for (const file of [someFile(), someFile(), someFile()]) await put(file, randomBytes(100))
    expect(existsSync(log)).toBe(false)
    return 'done'
  }
  expect(await storage.putMany(async () => 'nothing')).toBe('nothing')
  expect(await storage.putMany(putThree)).toBe('done')
  expect(readFileSync(log, 'utf8')).toBe(`-f ${where} 3\n`)
  expect(await listNames(storage)).toHaveLength(3)

  replaceSync(1)
  rmSync(log)
  await expect(storage.putMany(putThree)).rejects.toMatchObject({ status: 503 })
})
