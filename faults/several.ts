// F18, F19, F21: two servers behind a proxy exchange events, are restarted, and are backed up.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { recount } from '../src/cli/recount.ts'
import { openDb } from '../src/shared/server/db/pools.ts'
import { freePort, startPostgres } from '../tools/services.ts'
import { ask, type Fault, follow, signIn, signInMany } from './kit.ts'
import { Ledger, verify, whileWriting } from './ledger.ts'
import { compared, crossing, never, onCluster } from './scene.ts'

export const acrossServers: Fault = {
  name: 'F18',
  title: 'what happens on one server is heard on the other',
  rounds: 5000,
  run: (rounds) =>
    onCluster(async ({ cluster }) => {
      const { sent, lost, twice, disordered, times } = await crossing({ cluster, events: rounds })
      const sorted = times.toSorted((time, nextTime) => time - nextTime)
      const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0
      const figures = { events: sent, lost, twice, disordered, 'p99 in ms, with the comment itself': p99 }
      const wrong = sent < rounds ? ['too few were sent'] : []
      return { figures, wrong: lost + twice + disordered > 0 ? [...wrong, 'not once each and in order'] : wrong }
    }),
}

export const rollingRestart: Fault = {
  name: 'F19',
  title: 'both servers are restarted in turn while people write and listen',
  rounds: 20,
  run: (rounds) =>
    onCluster(async ({ cluster, db, ledger }) => {
      const writers = await signInMany(cluster.url, 8)
      const listener = await signIn(cluster.url, 'listener@northfield.example')
      const post = await ask(cluster.url, listener, 'POST', '/api/posts', { content: 'Say something' })
      const { id } = (post.body as { data: { id: string } }).data
      const stream = follow(cluster.url, listener, 'post.commented', id)
      while (stream.opened() === 0) await sleep(20)
      const codes: (number | null)[] = []
      const talking = new AbortController()
      let said = 0
      const talk = (async () => {
        while (!talking.signal.aborted) {
          const comment = { post_id: id, content: `number ${said}` }
          if ((await ask(cluster.url, writers[0] ?? never(), 'POST', '/api/comments', comment)).status === 201) said++
          await sleep(1500)
        }
      })()
      await whileWriting(cluster.url, writers, ledger, 600, async () => {
        for (let round = 0; round < rounds; round++) {
          codes.push(await cluster.restart(round % 2))
          await sleep(700) // longer than the proxy's check interval
        }
      })
      talking.abort()
      await talk
      await sleep(3000)
      await stream.close()
      const { lost, twice } = compared(stream.heard, said)
      const { figures, wrong } = await verify(db, ledger)
      return {
        figures: {
          restarts: rounds,
          calls: ledger.calls,
          'failed requests': ledger.failures.length,
          ...figures,
          events: said,
          'events lost': lost,
          'events twice': twice,
          'streams without a gap': stream.gaps() === 0 ? 'yes' : 'no',
        },
        wrong: [
          ...wrong,
          ...ledger.failures.slice(0, 5),
          ...(codes.some((code) => code !== 0) ? [`servers ended with ${[...new Set(codes)].join(', ')}`] : []),
          ...(lost && stream.gaps() === 0 ? [`${lost} events lost`] : []),
          ...(twice ? [`${twice} events twice`] : []),
        ],
      }
    }),
}

export const backupUnderLoad: Fault = {
  name: 'F21',
  title: 'a backup while people write, restored on an empty machine',
  rounds: 1,
  run: () =>
    onCluster(async ({ cluster, db, folder, ledger }) => {
      const writers = await signInMany(cluster.url, 8)
      const archive = join(folder, 'backup.tar.gz')
      const environment = { ...cluster.environment, DATA_DIR: join(folder, 'command') }
      let before = new Ledger(folder)
      const began = { backup: 0, restore: 0 }
      const took = { backup: 0, restore: 0 }
      await whileWriting(cluster.url, writers, ledger, 500, async () => {
        await sleep(3000)
        before = Object.assign(new Ledger(folder), {
          posts: [...ledger.posts],
          comments: [...ledger.comments],
          likes: [...ledger.likes],
        })
        began.backup = Date.now()
        await quad(['backup', archive], environment)
        took.backup = Date.now() - began.backup
      })
      const empty = await startPostgres(join(folder, 'elsewhere'), await freePort())
      try {
        began.restore = Date.now()
        const there = { ...environment, DATABASE_URL: empty.url, DATA_DIR: join(folder, 'there'), STORAGE_URL: '' }
        await quad(['restore', archive], there)
        took.restore = Date.now() - began.restore
        const copy = openDb(empty.url, { max: 2 })
        const { figures, wrong } = await verify(copy, before)
        const jobs = await sql`select from graphile_worker.jobs`.execute(copy)
        await copy.destroy()
        const more = [...(jobs.rows.length > 0 ? ['jobs came along'] : []), ...ledger.failures.slice(0, 3)]
        const live = (await recount(db)).length
        return {
          figures: {
            ...figures,
            'backup in ms': took.backup,
            'restore in ms': took.restore,
            'drift of the original': live,
          },
          wrong: [...wrong, ...more],
        }
      } finally {
        await empty.stop()
      }
    }),
}

async function quad(words: readonly string[], environment: Record<string, string>) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...environment }
  const child = spawn(process.execPath, ['src/cli/main.ts', ...words], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`quad ${words[0]} ended with ${code}`)
}

export const banAcross: Fault = {
  name: 'F18 ban',
  title: 'a ban on one server ends the streams on the other, and its next request',
  rounds: 20,
  run: (rounds) =>
    onCluster(async ({ cluster }) => {
      const [north, south] = cluster.nodes
      if (!north || !south) throw new Error('There are not two servers.')
      const dean = await signIn(cluster.url, 'dean@northfield.example')
      const wrong: string[] = []
      const times: number[] = []
      for (let round = 0; round < rounds; round++) {
        const person = await signIn(cluster.url, `banned${Date.now()}@northfield.example`)
        const me = (await ask(south.address, person, 'GET', '/api/me')).body as { data?: { id: string }; id?: string }
        const streams = [north, south].map(({ address }) => follow(address, person, 'blocked'))
        while (streams.some(({ opened }) => opened() === 0)) await sleep(20)
        const body = { reason: 'Spam' }
        const path = `/api/admin/users/${me.data?.id ?? me.id}/ban`
        const began = Date.now()
        const { status, body: answer } = await ask(north.address, dean, 'POST', path, body)
        if (status >= 300) throw new Error(`The ban was answered ${status} ${answer.error}`)
        while (streams.some(({ heard }) => heard.length === 0) && Date.now() - began < 10_000) await sleep(5)
        times.push(Date.now() - began)
        const next = await ask(south.address, person, 'GET', '/api/me')
        if (next.status !== 403) wrong.push(`the next request was answered ${next.status}`)
        await Promise.all(streams.map((stream) => stream.close()))
      }
      const slowest = Math.max(...times)
      if (slowest > 1000) wrong.push('a stream went on for more than a second')
      return { figures: { bans: rounds, 'slowest end of both streams in ms': slowest }, wrong }
    }),
}
