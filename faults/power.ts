// F4: the power fails during writes and uploads. A separate disk loses everything that was not synced.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { type Db, openDb } from '../src/shared/server/db/pools.ts'
import { freePort, type QuadNode, startNode, startPostgres } from '../tools/services.ts'
import { beside, type Fault, inFolder, type Outcome, readyAgain, signInMany, type Writer } from './kit.ts'
import { checkIndexes, Ledger, verify, whileWriting } from './ledger.ts'
import { picture, upload } from './pictures.ts'

const pause = 60
/**
 * Seconds from a start to the power failure: mostly short, every third beyond the kernel's write-back delay, the first
 * immediate.
 */
const uptime = (round: number) => (round === 0 ? 2 : round % 3 === 2 ? 40 + Math.random() * 20 : 3 + Math.random() * 9)

/** How Quad runs on a disk, and how to open its database. */
type Way = {
  start(disk: string): Promise<{ node: QuadNode; kill(): Promise<void> }>
  look<T>(data: string, work: (db: Db) => Promise<T>): Promise<T>
}

export const powerCut: Fault = {
  name: 'F4 embedded',
  title: 'the power is cut while people write and upload, on the embedded PostgreSQL',
  rounds: 12,
  run: async (rounds) => {
    const port = await freePort()
    return cutAgainAndAgain(rounds, {
      look: beside,
      async start(disk) {
        const data = join(disk, 'data')
        const node = startNode(port, { DATA_DIR: data }, toLogPath(disk))
        await node.ready()
        const [postmaster] = readFileSync(join(data, 'postgres/postmaster.pid'), 'utf8').split('\n')
        return {
          node,
          async kill() {
            process.kill(Number(postmaster), 'SIGKILL')
            await node.stop('SIGKILL')
          },
        }
      },
    })
  },
}

export const powerCutOwn: Fault = {
  name: 'F4 own',
  title: 'the same on a PostgreSQL of its own',
  rounds: 12,
  run: async (rounds) => {
    const ports = { node: await freePort(), postgres: await freePort() }
    const url = `postgres://quad@127.0.0.1:${ports.postgres}/quad`
    return cutAgainAndAgain(rounds, {
      async look(_, work) {
        const db = openDb(url, { max: 2 })
        return work(db).finally(() => db.destroy())
      },
      async start(disk) {
        const postgres = await startPostgres(join(disk, 'own'), ports.postgres)
        const environment = { DATA_DIR: join(disk, 'data'), DATABASE_URL: url, SECRET_KEY: 'k'.repeat(40) }
        const node = startNode(ports.node, environment, toLogPath(disk))
        await node.ready()
        return {
          node,
          async kill() {
            await Promise.all([postgres.stop('SIGKILL'), node.stop('SIGKILL')])
          },
        }
      },
    })
  },
}

const cutAgainAndAgain = (rounds: number, way: Way): Promise<Outcome> =>
  inFolder((folder) =>
    onDisk(folder, async ({ disk, cut }) => {
      const ledger = new Ledger(folder)
      const kept: { readonly url: string; readonly owner: Writer }[] = []
      const files = await Promise.all([picture(), picture()])
      const returns: number[] = []
      const wrong: string[] = []
      for (let round = 0; round < rounds; round++) {
        const began = Date.now()
        const { node, kill } = await way.start(disk)
        returns.push(await readyAgain(node.address).then(() => Date.now() - began))
        const people = await signInMany(node.address, 8)
        const off = new AbortController()
        const uploading = people.slice(0, files.length).map(async (owner, index) => {
          while (!off.signal.aborted) {
            const { status, url } = await upload(node.address, owner, files[index] as Buffer)
            if (status === 200) kept.push({ url, owner })
          }
        })
        await whileWriting(node.address, people, ledger, pause, async () => {
          await sleep(uptime(round) * 1000)
          off.abort()
          cut()
          await kill()
        })
        await Promise.all(uploading)
        await remount(disk)
      }
      const last = await way.start(disk)
      const data = join(disk, 'data')
      const {
        figures,
        wrong: found,
        broken,
      } = await way.look(data, async (db) => ({
        ...(await verify(db, ledger)),
        broken: await checkIndexes(db),
      }))
      let halves = 0
      for (const { url, owner } of kept) {
        const response = await fetch(last.node.address + url, { headers: { cookie: owner.cookie } })
        const bytes = Buffer.from(await response.arrayBuffer())
        const picture =
          response.ok &&
          (await sharp(bytes)
            .stats()
            .catch(() => undefined))
        if (!picture) halves++
      }
      if (kept.length === 0) wrong.push('nothing was uploaded')
      if (halves > 0) wrong.push(`${halves} acknowledged pictures have no whole file`)
      await last.kill()
      const more = { cuts: rounds, 'pictures acknowledged': kept.length, 'lost or half': halves }
      const slowest = Math.max(...returns.slice(1)) // the first one initialized its database
      return {
        figures: { ...figures, 'broken indexes': broken.length, ...more, 'slowest return in ms': slowest },
        wrong: [...wrong, ...found, ...broken],
      }
    }),
  )

/**
 * A disk in a file, and a function that cuts its power: from then on it takes no writes, and data cached by the kernel
 * is lost.
 */
async function onDisk<T>(folder: string, work: (held: { disk: string; cut: () => void }) => Promise<T>): Promise<T> {
  const disk = join(folder, 'disk')
  mkdirSync(disk)
  run('truncate', '-s', '4G', toImagePath(disk))
  run('mkfs.ext4', '-q', toImagePath(disk))
  run('mount', '-o', 'loop', toImagePath(disk), disk)
  try {
    run('touch', join(disk, 'switch'))
    return await work({ disk, cut: () => run('perl', '-e', shutDown, join(disk, 'switch')) })
  } finally {
    spawnSync('umount', ['-l', disk])
  }
}

const toImagePath = (disk: string) => `${disk}.ext4`
const toLogPath = (disk: string) => `${disk}.log`

/** ext4's ioctl for such tests: FS_IOC_SHUTDOWN, without flushing journal or data. */
const shutDown = `open(my $file, '<', $ARGV[0]) or die $!; my $how = pack('L', 2); ioctl($file, 0x8004587d, $how) or die $!`

/** Restores the power. Killed processes take some time to release the disk. */
async function remount(disk: string) {
  for (let tries = 0; spawnSync('umount', [disk]).status !== 0; tries++) {
    if (tries === 100) throw new Error('Something holds on to the disk.')
    await sleep(100)
  }
  run('mount', '-o', 'loop', toImagePath(disk), disk)
}

function run(command: string, ...args: readonly string[]) {
  const { status, error, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command}: ${error?.message ?? stderr}`)
}
