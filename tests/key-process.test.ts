// What a server whose key process was started for it holds, and how the two end. Real processes.
import { hkdfSync, randomBytes, randomUUID } from 'node:crypto'
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
import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core'
import { sql } from 'kysely'
import { afterEach, expect, inject, test } from 'vitest'
import { type SealedItem, SealQuotaError } from '../src/shared/server/crypto/anonymity.ts'
import { openDb } from '../src/shared/server/db/pools.ts'
import { connectKeys } from '../src/shared/server/keys/client.ts'
import { openKeys } from '../src/shared/server/keys/keys.ts'
import { verifyOpenings } from '../src/shared/server/keys/opening-log.ts'
import { freePort, type QuadNode, startNode } from '../tools/services.ts'

const secretKey = `a secret of this test: ${randomBytes(24).toString('base64')}`
const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
})

async function startServer(
  more: Readonly<Record<string, string>> = {},
): Promise<QuadNode & { readonly pid: number; readonly dataDir: string }> {
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
    ...more,
  })
  cleanups.push(async () => {
    await node.stop('SIGKILL')
    await sql.raw(`drop database if exists ${database} with (force)`).execute(admin)
    await admin.destroy()
    rmSync(dataDir, { recursive: true, force: true })
  })
  await node.ready()
  return { ...node, pid: node.process.pid ?? 0, dataDir }
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

const derive = (purpose: string, context = '') =>
  Buffer.from(hkdfSync('sha256', secretKey, context, `quad ${purpose} v1`, 32))
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

const suite = new CipherSuite({ kem: new DhkemX25519HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })

/** Everything that opens a seal of a school, in each form in which a process or a file can hold it. */
async function listOpeningKeys(school: string) {
  const seed = derive('moderation key', school)
  const { privateKey } = await suite.kem.deriveKeyPair(new Uint8Array(seed).buffer)
  const scalar = Buffer.from(await suite.kem.serializePrivateKey(privateKey))
  const forms: Record<string, Buffer> = {}
  for (const [name, key] of Object.entries({ SECRET_KEY: Buffer.from(secretKey), seed, 'private key': scalar })) {
    forms[name] = key
    for (const encoding of ['hex', 'base64', 'base64url'] as const) {
      const text = key.toString(encoding).replace(/=+$/, '')
      forms[`${name} in ${encoding}`] = Buffer.from(text)
      forms[`${name} in ${encoding}, UTF-16`] = Buffer.from(text, 'utf16le')
    }
  }
  forms['SECRET_KEY in UTF-16'] = Buffer.from(secretKey, 'utf16le')
  return { forms, scalar }
}

/** Opens a seal with the private key of its school alone, without the product. */
async function openWith(scalar: Buffer, seal: Buffer, { schoolId, kind, id }: SealedItem): Promise<string> {
  const recipientKey = await suite.kem.importKey('raw', new Uint8Array(scalar).buffer, false)
  const [enc, text] = [seal.subarray(1, 33), seal.subarray(33)].map((part) => new Uint8Array(part).buffer)
  if (!enc || !text) throw new Error('Not a seal')
  const bound = new TextEncoder().encode(`${schoolId} ${kind} ${id}`)
  return Buffer.from(await suite.open({ recipientKey, enc }, text, bound)).toString()
}

/** The files that a server wrote or holds open. */
const listFiles = (server: { readonly pid: number; readonly dataDir: string }): string[] => [
  ...readdirSync(server.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name)),
  ...readdirSync(`/proc/${server.pid}/fd`)
    .map((handle) => readlinkSync(`/proc/${server.pid}/fd/${handle}`))
    .filter((path) => path.startsWith('/') && !path.startsWith('/dev/') && existsSync(path)),
]

test('the memory and files of a server open none of 1,000 seals, and its socket exactly the quota, each with a line', {
  timeout: 120_000,
}, async () => {
  const perDay = 40
  const server = await startServer({ SEAL_OPENINGS_PER_DAY: String(perDay) })
  const socket = /KEYS_SOCKET=([^\0]+)/.exec(readProcFile(server.pid, 'environ'))?.[1] ?? ''
  const { calls, close } = connectKeys(socket)
  const { anonymity } = await openKeys(calls)
  const school = randomUUID()
  const sealed = await Promise.all(
    Array.from({ length: 1000 }, async () => {
      const item = { schoolId: school, kind: 'post', id: randomUUID() }
      const authorId = randomUUID()
      return { item, authorId, seal: (await anonymity.seal(authorId, item, 'Words')).author_seal }
    }),
  )

  const { forms, scalar } = await listOpeningKeys(school)
  expect(findInMemory(server.pid, forms), 'the memory of the server').toEqual([])
  for (const file of ['environ', 'cmdline', 'maps', 'status']
    .map((name) => `/proc/${server.pid}/${name}`)
    .concat(listFiles(server))) {
    const content = readFileSync(file)
    expect(
      Object.keys(forms).filter((name) => content.includes(forms[name] ?? '')),
      file,
    ).toEqual([])
  }
  // The same reading of the key process finds the key, and all seals open with it.
  expect(findInMemory(findKeyProcess(server.pid), forms)).toContain('private key')
  const opened = await Promise.all(sealed.map(({ item, seal }) => openWith(scalar, seal, item)))
  expect(opened.filter((text, index) => text.startsWith(sealed[index]?.authorId ?? '-'))).toHaveLength(1000)

  const log = join(server.dataDir, 'seal-openings.log')
  const answers = await Promise.allSettled(sealed.map(({ item, seal }) => anonymity.unsealContent(seal, item)))
  const named = answers.flatMap((answer, index) => (answer.status === 'fulfilled' ? [sealed[index]?.item.id] : []))
  expect(named).toHaveLength(perDay)
  for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toBeInstanceOf(SealQuotaError)
  const lines = readFileSync(log, 'utf8').split('\n').filter(Boolean)
  expect(lines.map((line) => /"id":"([^"]+)"/.exec(line)?.[1]).sort()).toEqual(named.sort())
  expect(verifyOpenings(log, secretKey)).toEqual({ wrong: [], count: perDay })
  close()
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
