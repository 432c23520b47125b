// F8, F23, F26: no room on the disk, a store that is away, and kill -9 while pictures arrive.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import sharp from 'sharp'
import { removeAbandoned } from '../src/features/media/server/purge-actions.ts'
import { openStorage } from '../src/shared/server/storage/open.ts'
import { fileOf } from '../src/shared/server/storage.ts'
import { freePort, startNode } from '../tools/services.ts'
import {
  ask,
  beside,
  type Fault,
  inFolder,
  Ledger,
  readyAgain,
  signInMany,
  verify,
  type Writer,
  whileWriting,
} from './kit.ts'

const pause = 60

/** A picture that is like no other. */
const picture = () =>
  sharp({
    create: {
      width: 900,
      height: 700,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 120, sigma: 30 },
    },
  })
    .png()
    .toBuffer()

/** Uploads one picture: the status, 0 when nothing came back, and where it can be seen. */
async function upload(url: string, { cookie }: Writer, file: Buffer) {
  const form = new FormData()
  form.set('type', 'post')
  form.set('file', new Blob([new Uint8Array(file)]), 'a.png')
  try {
    const options = { method: 'POST', headers: { cookie }, body: form, signal: AbortSignal.timeout(60_000) }
    const response = await fetch(`${url}/api/upload`, options)
    const body = (await response.json()) as { data?: { media: { url: string } } }
    return { status: response.status, url: body.data?.media.url ?? '' }
  } catch {
    return { status: 0, url: '' }
  }
}

/** A small disk in memory, for as long as `work` takes. */
async function onSmallDisk<T>(folder: string, megabytes: number, work: (disk: string) => Promise<T>): Promise<T> {
  const disk = join(folder, 'disk')
  mkdirSync(disk)
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', disk])
  if (status !== 0) throw new Error('A small disk can only be made as root.')
  try {
    return await work(disk)
  } finally {
    spawnSync('umount', ['-l', disk])
  }
}

export const fullDisk: Fault = {
  name: 'F8',
  title: 'the disk of the database and the uploads is full, and has room again',
  rounds: 3,
  run: (rounds) =>
    inFolder((folder) =>
      onSmallDisk(folder, 1500, async (disk) => {
        const data = join(disk, 'data')
        const ledger = new Ledger(folder)
        const port = await freePort()
        const wrong: string[] = []
        const seen = { writes: new Set<number>(), uploads: new Set<number>(), reads: new Set<number>() }
        let supervised = 0
        let back = 0
        let node = startNode(port, { DATA_DIR: data }, join(folder, 'node.log'))
        await node.ready()
        const writers = await signInMany(node.address, 4)
        const [reader] = writers as [Writer]
        const file = await picture()
        for (let round = 0; round < rounds; round++) {
          await whileWriting(node.address, writers, ledger, pause, async () => {
            await sleep(500)
            spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'ballast')}`, 'bs=64k'])
            const until = Date.now() + 6000
            while (Date.now() < until) {
              const text = `kept full ${crypto.randomUUID()} ${'x'.repeat(1500)}`
              const began = Date.now()
              const { status, body } = await ask(node.address, reader, 'POST', '/api/posts', { content: text })
              seen.writes.add(status)
              if (status === 0) wrong.push(`no answer after ${Date.now() - began} ms: ${body.error}`)
              seen.uploads.add((await upload(node.address, reader, file)).status)
              seen.reads.add((await ask(node.address, reader, 'GET', '/api/posts/feed')).status)
            }
            rmSync(join(disk, 'ballast'), { force: true })
            const began = Date.now()
            for (;;) {
              if (node.process.exitCode !== null) {
                supervised++
                node = startNode(port, { DATA_DIR: data }, join(folder, 'node.log'))
                await readyAgain(node.address)
              }
              const { status } = await ask(node.address, reader, 'POST', '/api/posts', { content: 'room again' })
              if (status === 201) break
              if (Date.now() - began > 60_000) throw new Error(`Writes did not come back: ${status}`)
              await sleep(100)
            }
            back = Math.max(back, Date.now() - began)
          })
        }
        const { figures, wrong: found } = await beside(data, (db) => verify(db, ledger))
        if (!seen.uploads.has(503) && !seen.writes.has(503)) wrong.push('nothing was refused: the disk was not full')
        for (const [what, statuses] of Object.entries(seen))
          for (const status of statuses)
            if (![200, 201, 429, 503].includes(status) && !(status === 0 && supervised))
              wrong.push(`${what}: ${status}`)
        await node.stop()
        const list = (statuses: Set<number>) => [...statuses].sort().join(', ')
        return {
          figures: {
            rounds,
            ...figures,
            'posts answered': list(seen.writes),
            'uploads answered': list(seen.uploads),
            'reads answered': list(seen.reads),
            'restarts by a supervisor': supervised,
            'slowest return of writes in ms': back,
          },
          wrong: [...wrong, ...found],
        }
      }),
    ),
}

export const storeAway: Fault = {
  name: 'F23',
  title: 'the store of uploads is away, and a file of it is gone',
  rounds: 3,
  run: (rounds) =>
    inFolder(async (folder) => {
      const store = join(folder, 'store')
      mkdirSync(store)
      const environment = { DATA_DIR: join(folder, 'data'), STORAGE_URL: pathToFileURL(store).href }
      const node = startNode(await freePort(), environment)
      await node.ready()
      const [ada] = (await signInMany(node.address, 1)) as [Writer]
      const wrong: string[] = []
      const expectStatus = (what: string, seen: number, wanted: number) => {
        if (seen !== wanted) wrong.push(`${what}: ${seen}`)
      }
      const look = async (url: string) => (await fetch(node.address + url, { headers: { cookie: ada.cookie } })).status
      for (let round = 0; round < rounds; round++) {
        const kept = await upload(node.address, ada, await picture())
        expectStatus('an upload', kept.status, 200)
        renameSync(store, `${store}-away`)
        writeFileSync(store, 'no folder')
        expectStatus('an upload while it is away', (await upload(node.address, ada, await picture())).status, 503)
        expectStatus('a file while it is away', await look(kept.url), 503)
        const post = await ask(node.address, ada, 'POST', '/api/posts', { content: 'without a picture' })
        expectStatus('a post while it is away', post.status, 201)
        rmSync(store)
        renameSync(`${store}-away`, store)
        expectStatus('the file when it is back', await look(kept.url), 200)
        expectStatus('an upload when it is back', (await upload(node.address, ada, await picture())).status, 200)
        const [gone] = globSync(`*/*/${kept.url.split('/').at(-1)}`, { cwd: store })
        if (gone) rmSync(join(store, gone))
        expectStatus('a file that is gone', await look(kept.url), 404)
        if (gone) writeFileSync(join(store, gone), '') // whole again for the count below
      }
      const { rows, orphans } = await compareStore(environment.DATA_DIR, environment.STORAGE_URL)
      await node.stop()
      if (rows > 0) wrong.push(`${rows} rows without a file`)
      return { figures: { rounds, 'rows without a file': rows, 'files without a row': orphans }, wrong }
    }),
}

export const killWhileUploading: Fault = {
  name: 'F26',
  title: 'kill -9 while pictures arrive and are decoded',
  rounds: 10,
  run: (rounds) =>
    inFolder(async (folder) => {
      const data = join(folder, 'data')
      const port = await freePort()
      const kept: string[] = []
      const files = await Promise.all(Array.from({ length: 8 }, picture))
      let node = startNode(port, { DATA_DIR: data })
      for (let round = 0; round < rounds; round++) {
        await node.ready()
        const people = await signInMany(node.address, 8)
        const uploads = people.map(async (person, index) => {
          for (;;) {
            const { status, url } = await upload(node.address, person, files[index] as Buffer)
            if (status === 200) kept.push(url)
            if (status === 0) return
          }
        })
        await sleep(1000 + Math.random() * 3000)
        await node.stop('SIGKILL')
        await Promise.all(uploads)
        node = startNode(port, { DATA_DIR: data })
      }
      await node.ready()
      const [reader] = (await signInMany(node.address, 1)) as [Writer]
      const wrong: string[] = []
      if (existsSync(join(data, 'tmp'))) wrong.push('the scratch folder was not swept')
      let halves = 0
      for (const url of kept) {
        const response = await fetch(node.address + url, { headers: { cookie: reader.cookie } })
        const bytes = Buffer.from(await response.arrayBuffer())
        if (
          !response.ok ||
          !(await sharp(bytes)
            .stats()
            .catch(() => undefined))
        )
          halves++
      }
      const { rows, orphans } = await compareStore(data, undefined)
      const left = globSync('*/*/*', { cwd: join(data, 'files') }).filter((path) => !fileOf(path)).length
      await node.stop()
      if (kept.length === 0) wrong.push('nothing was uploaded')
      if (halves + rows > 0) wrong.push(`${halves} acknowledged pictures and ${rows} rows have no whole file`)
      if (orphans + left > 0) wrong.push(`${orphans} files belong to nobody, ${left} are half`)
      const figures = { kills: rounds, acknowledged: kept.length, 'lost or half': halves, 'rows without a file': rows }
      return { figures: { ...figures, 'files without a row': orphans, 'half files': left }, wrong }
    }),
}

/** After the job that clears up behind a killed server: rows without their file, and files without a row. */
const compareStore = (data: string, storageUrl: string | undefined) =>
  beside(data, async (db) => {
    const storage = await openStorage({ dataDir: data, storageUrl })
    await sql`update abandoned_files set due_at = now()`.execute(db)
    await removeAbandoned(db, storage)
    const { rows } = await sql<{ file: string }>`
      select name || '.' || extension as file from uploads
      union all select name || '-' || one || '.webp' from uploads, unnest(widths) as one`.execute(db)
    const wanted = new Set(rows.map(({ file }) => file))
    let orphans = 0
    for await (const { name } of storage.list()) if (!wanted.delete(name)) orphans++
    return { rows: wanted.size, orphans }
  })
