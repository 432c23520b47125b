// What a server whose key process was started for it holds, and how the two end. Real processes.
import { hkdfSync, randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, expect, inject, test } from 'vitest'
import { openDb } from '../src/shared/server/db/pools.ts'
import { freePort, type QuadNode, startNode } from '../tools/services.ts'

const secretKey = `a secret of this test: ${randomBytes(24).toString('base64')}`
const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
})

async function startServer(): Promise<QuadNode & { readonly pid: number }> {
  const { host, port, user } = inject('cluster')
  const database = `t_${randomBytes(8).toString('hex')}`
  const admin = openDb({ ...inject('cluster'), database: 'postgres' }, { max: 1 })
  await sql.raw(`create database ${database} template template_quad`).execute(admin)
  const dataDir = mkdtempSync(join(tmpdir(), 'quad-keys-data-'))
  const node = startNode(await freePort(), {
    DATABASE_URL: `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    ...{ DEMO: '0', GOOGLE_CLIENT_ID: 'test-client', GOOGLE_CLIENT_SECRET: 'nothing' },
    DATA_DIR: dataDir,
    SECRET_KEY: secretKey,
  })
  cleanups.push(async () => {
    await node.stop('SIGKILL')
    await sql.raw(`drop database if exists ${database} with (force)`).execute(admin)
    await admin.destroy()
    rmSync(dataDir, { recursive: true, force: true })
  })
  await node.ready()
  return { ...node, pid: node.process.pid ?? 0 }
}

const readProcFile = (pid: number, file: string) => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** The key process of a server. */
function findKeyProcess(server: number): number {
  const pid = readdirSync('/proc')
    .map(Number)
    .find(
      (id) =>
        id > 0 &&
        readProcFile(id, 'status').includes(`PPid:\t${server}\n`) &&
        readProcFile(id, 'cmdline').includes('key-process'),
    )
  if (pid === undefined) throw new Error('The server has no key process.')
  return pid
}

const isRunning = (pid: number) => existsSync(`/proc/${pid}`) && !/State:\tZ/.test(readProcFile(pid, 'status'))

/** Those of the texts that the readable memory of a process holds. */
function findInMemory(pid: number, texts: Readonly<Record<string, Buffer>>): string[] {
  const found = new Set<string>()
  const memory = openSync(`/proc/${pid}/mem`, 'r')
  const overlap = Math.max(...Object.values(texts).map(({ length }) => length))
  const chunk = Buffer.alloc(8 * 1024 * 1024)
  for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
    const [, from = '0', to = '0', access = ''] = /^([0-9a-f]+)-([0-9a-f]+) (\S+)/.exec(line) ?? []
    if (!access.startsWith('r')) continue
    const end = Number.parseInt(to, 16)
    for (let at = Number.parseInt(from, 16); at < end; at += chunk.length - overlap) {
      let size = 0
      try {
        size = readSync(memory, chunk, 0, Math.min(chunk.length, end - at), at)
      } catch {
        break // not backed by memory
      }
      for (const [name, text] of Object.entries(texts)) if (chunk.subarray(0, size).includes(text)) found.add(name)
    }
  }
  closeSync(memory)
  return [...found].sort()
}

const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, '', `quad ${purpose} v1`, 32))
/** As the padded block of HMAC holds it. */
const padded = (key: Buffer) => Buffer.from(key.map((byte) => byte ^ 0x36))

test('the memory, environment and command line of a server hold no key that leads to an author', async () => {
  const server = await startServer()
  const keys = findKeyProcess(server.pid)
  const texts = {
    secret: Buffer.from(secretKey),
    'secret in UTF-16': Buffer.from(secretKey, 'utf16le'),
    tags: derive('author tag'),
    'padded tags': padded(derive('author tag')),
    marks: derive('blind'),
    'padded marks': padded(derive('blind')),
    'pending items': derive('box pending item'),
  }
  expect(findInMemory(server.pid, texts)).toEqual([])
  expect(findInMemory(server.pid, { limits: derive('rate limits') }), 'the search works').toEqual(['limits'])
  expect(findInMemory(keys, texts)).toContain('padded tags')
  for (const file of ['environ', 'cmdline']) {
    expect(readProcFile(server.pid, file), file).not.toContain(secretKey)
    expect(readProcFile(keys, file), file).not.toContain(secretKey)
  }
  expect(readProcFile(server.pid, 'environ')).not.toContain('SECRET_KEY')
})

test('the key process has no network where the system allows that', async (context) => {
  const server = await startServer()
  const keys = findKeyProcess(server.pid)
  const isIsolated = readlinkSync(`/proc/${keys}/ns/net`) !== readlinkSync('/proc/self/ns/net')
  if (!isIsolated) return context.skip('this system does not allow network namespaces')
  const devices = readProcFile(keys, 'net/dev')
    .split('\n')
    .slice(2)
    .map((line) => line.trim().split(':')[0])
    .filter(Boolean)
  expect(devices).toEqual(['lo'])
})

test('a server ends without its key process, and a key process without its server', async () => {
  const first = await startServer()
  process.kill(findKeyProcess(first.pid), 'SIGKILL')
  await expect.poll(() => first.process.exitCode, { timeout: 10_000 }).toBe(1)

  const second = await startServer()
  const keys = findKeyProcess(second.pid)
  const socket = /KEYS_SOCKET=([^\0]+)/.exec(readProcFile(second.pid, 'environ'))?.[1] ?? ''
  expect(existsSync(socket)).toBe(true)
  process.kill(second.pid, 'SIGKILL')
  await expect.poll(() => isRunning(keys), { timeout: 10_000 }).toBe(false)
  expect(existsSync(dirname(socket))).toBe(false)
})
