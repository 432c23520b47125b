// `node bench/media.ts [SECONDS [FOLDER]] [--bucket] [--connections N]`: requests of pictures per second of processor time, sent by the server itself, through nginx as
// before, and by nginx after the server allowed it; in between, by the server of another checkout of Quad with its dependencies. nginx runs
// with the shipped configuration, without TLS. Pictures are in a folder, or with --bucket in an S3 server from npm, which checks signatures.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Db } from '../src/shared/server/db/pools.ts'
import { newId } from '../src/shared/server/db/sql.ts'
import { openStorage } from '../src/shared/server/storage/open.ts'
import type { Storage } from '../src/shared/server/storage/storage.ts'
import { installPrograms } from '../tools/programs.ts'
import { freePort, startNginx } from '../tools/services.ts'
import type { Shot } from './calls.ts'
import { drive } from './drive.ts'
import { listProcesses, type Person } from './server.ts'

const options = { bucket: { type: 'boolean' }, connections: { type: 'string', default: '32' } } as const
const { positionals, values } = parseArgs({ allowPositionals: true, options })
const seconds = Number(positionals[0] ?? 3)
const otherFolder = positionals[1]
const rounds = 5
const connections = Number(values.connections)
const files = 300
/** Of a portrait beside a name, a picture in a feed, and a whole picture. */
const kilobytes = [4, 60, 400]

const missing = installPrograms(['nginx', 'wrk'])
if (missing) throw new Error(missing)
const bucket = values.bucket ? await startBucket() : undefined
const [passing, allowing] = [await openSite({}), await openSite({ PROXY_SENDS_MEDIA: '1' })]
const other = otherFolder ? await openSite({}, resolve(otherFolder)) : undefined
const sites = [passing, allowing, ...(other ? [other] : [])]
const ways = [
  ...(other
    ? [
        { name: 'other', site: other, address: other.server.address },
        { name: 'other via nginx', site: other, address: other.nginx.url },
      ]
    : []),
  { name: 'server', site: passing, address: passing.server.address },
  { name: 'server via nginx', site: passing, address: passing.nginx.url },
  { name: 'nginx', site: allowing, address: allowing.nginx.url },
]
try {
  console.log('KB   sent by             per second of server   of server and database   of all, with nginx')
  for (const size of kilobytes) {
    const spent = ways.map(() => ({ requests: 0, server: 0, database: 0, nginx: 0 }))
    const made = new Map<Site, (index: number) => Shot>()
    for (const site of sites) made.set(site, await makeShot(site, size * 1024))
    // In turns, since other work on the machine comes and goes.
    for (let round = 0; round < rounds; round++) {
      for (const [index, { site, address }] of ways.entries()) {
        const sum = spent[index]
        const shot = made.get(site)
        if (!sum || !shot) throw new Error('A way to send is missing.')
        if (round === 0) await drive(address, { name: 'picture', shot }, connections, 1)
        const before = site.processorTime()
        const driven = await drive(address, { name: 'picture', shot }, connections, seconds)
        const after = site.processorTime()
        if (driven.refused > 0) throw new Error(`${driven.refused} requests were refused.`)
        if (driven.bytes < size * 1024)
          throw new Error(`Replies of ${driven.bytes} bytes are not pictures of ${size} KB.`)
        sum.requests += driven.requests
        for (const part of ['server', 'database', 'nginx'] as const) sum[part] += after[part] - before[part]
      }
    }
    for (const [index, { name }] of ways.entries()) {
      const { requests, server, database, nginx } = spent[index] as (typeof spent)[number]
      const per = (milliseconds: number) => String(Math.round((requests / milliseconds) * 1000))
      console.log(
        `${String(size).padEnd(4)} ${name.padEnd(17)} ${per(server).padStart(22)} ${per(server + database).padStart(24)} ${per(server + database + nginx).padStart(21)}`,
      )
    }
  }
} finally {
  for (const { server, nginx } of sites) {
    await nginx.stop()
    await server.close()
  }
  await bucket?.stop()
}

type Site = Awaited<ReturnType<typeof openSite>>

/** A server with people of one school, and nginx in front of it. */
async function openSite(settings: Readonly<Record<string, string>>, checkout = process.cwd()) {
  const own = process.cwd()
  process.chdir(checkout) // servers are started by a path from there
  const { openServer, makePeople }: typeof import('./server.ts') = await import(join(checkout, 'bench/server.ts'))
  const server = await openServer({ ...settings, ...bucket?.settings })
  const people = await makePeople(server.db, 1000)
  process.chdir(own)
  const dataDir = join(server.folder, 'data')
  const storage = await openStorage({ dataDir, storageUrl: bucket?.settings.STORAGE_URL })
  const nginx = await startNginx(server.folder, {
    ...{ port: await freePort(), nodes: [server], files: join(dataDir, 'files') },
    ...(bucket && { store: bucket.host }),
  })
  const isOfNginx = ({ pid, parent }: { pid: number; parent: number }) =>
    pid === nginx.process.pid || parent === nginx.process.pid
  /** Milliseconds so far. */
  const processorTime = () => ({
    ...server.processorTime(),
    nginx: listProcesses()
      .filter(isOfNginx)
      .reduce((sum, { spent }) => sum + spent, 0),
  })
  return { server, storage, people, nginx, processorTime }
}

/** Requests of all people for new pictures of this size. */
async function makeShot({ server, storage, people }: Site, bytes: number) {
  const paths = await makePictures(server.db, storage, people, bytes)
  return (index: number): Shot => ({
    method: 'GET',
    path: paths[(index * 7) % files] ?? '',
    person: people[index % people.length] as Person,
  })
}

/** Stores pictures that posts of several people show. Their content is random, since only its length matters. */
async function makePictures(db: Db, storage: Storage, people: readonly Person[], bytes: number): Promise<string[]> {
  const names = Array.from({ length: files }, () => randomBytes(24).toString('base64url'))
  const findOwner = (index: number) => people[index % people.length] as Person
  for (const [index, name] of names.entries())
    await storage.put({ schoolId: findOwner(index).schoolId, name: `${name}.webp` }, randomBytes(bytes))
  const rows = names.map((name, index) => {
    const { id, schoolId } = findOwner(index)
    return {
      school_id: schoolId,
      name,
      owner_id: id,
      purpose: 'post',
      kind: 'image',
      extension: 'webp',
      bytes,
      item_kind: 'post',
      item_id: newId(),
    }
  })
  await db.insertInto('uploads').values(rows).execute()
  return names.map((name) => `/media/${name}.webp`)
}

/** An S3 server in this process, which the measured ones do not share. */
async function startBucket() {
  const { default: S3rver } = await import('@20minutes/s3rver')
  const directory = mkdtempSync(join(tmpdir(), 'quad-bucket-'))
  const configureBuckets = [{ name: 'quad', configs: [] }]
  const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets })
  const host = `127.0.0.1:${(await server.run()).port}`
  const keys = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }
  Object.assign(process.env, keys)
  return {
    host,
    settings: { ...keys, STORAGE_URL: `s3://quad?endpoint=${encodeURIComponent(`http://${host}`)}` },
    async stop() {
      await server.close()
      rmSync(directory, { recursive: true })
    },
  }
}
