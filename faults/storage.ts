// F8, F23: a full disk, and an unreachable storage.
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { freePort, startNode } from '../tools/services.ts'
import { ask, beside, type Fault, inFolder, readyAgain, signInMany, type Writer } from './kit.ts'
import { Ledger, verify, whileWriting } from './ledger.ts'
import { compareStore, picture, upload } from './pictures.ts'

const pause = 60

/** A small disk in memory, for the duration of `work`. */
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
        if (gone) writeFileSync(join(store, gone), '') // restored for the count below
      }
      const { rows, orphans } = await compareStore(environment.DATA_DIR, environment.STORAGE_URL)
      await node.stop()
      if (rows > 0) wrong.push(`${rows} rows without a file`)
      // Files are written before their rows.
      return { figures: { rounds, 'rows without a file': rows, 'files without a row, yet': orphans }, wrong }
    }),
}
