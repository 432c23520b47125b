// F26: kill -9 while images are received and decoded.
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { parseStorageKey } from '../src/shared/server/storage/storage.ts'
import { freePort, startNode } from '../tools/services.ts'
import { type Fault, inFolder, signInMany, type Writer } from './kit.ts'
import { compareStore, picture, upload } from './pictures.ts'

export const killWhileUploading: Fault = {
  name: 'F26',
  title: 'kill -9 while pictures arrive and are decoded',
  rounds: 10,
  run: (rounds) =>
    inFolder(async (folder) => {
      const data = join(folder, 'data')
      const port = await freePort()
      const kept: { readonly url: string; readonly owner: Writer }[] = []
      const files = await Promise.all(Array.from({ length: 8 }, picture))
      let node = startNode(port, { DATA_DIR: data })
      for (let round = 0; round < rounds; round++) {
        await node.ready()
        const people = await signInMany(node.address, 8)
        const uploads = people.map(async (person, index) => {
          for (;;) {
            const { status, url } = await upload(node.address, person, files[index] as Buffer)
            if (status === 200) kept.push({ url, owner: person })
            if (status === 0) return
          }
        })
        const before = kept.length
        const deadline = Date.now() + 60_000
        while (kept.length === before && Date.now() < deadline) await sleep(50)
        await sleep(Math.random() * 3000)
        await node.stop('SIGKILL')
        await Promise.all(uploads)
        node = startNode(port, { DATA_DIR: data })
      }
      await node.ready()
      const wrong: string[] = []
      if (existsSync(join(data, 'tmp'))) wrong.push('the scratch folder was not swept')
      let halves = 0
      for (const { url, owner } of kept) {
        const response = await fetch(node.address + url, { headers: { cookie: owner.cookie } }) // only its owner can see it so far
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
      const left = globSync('*/*/*', { cwd: join(data, 'files') }).filter((path) => !parseStorageKey(path)).length
      await node.stop()
      if (kept.length === 0) wrong.push('nothing was uploaded')
      if (halves + rows > 0) wrong.push(`${halves} acknowledged pictures and ${rows} rows have no whole file`)
      if (orphans + left > 0) wrong.push(`${orphans} files have no owner, ${left} are half`)
      const figures = { kills: rounds, acknowledged: kept.length, 'lost or half': halves, 'rows without a file': rows }
      return { figures: { ...figures, 'files without a row': orphans, 'half files': left }, wrong }
    }),
}
