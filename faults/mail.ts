// F24: a mail server that is unreachable, slow, rejects mails, or accepts a mail without confirming it; and a server
// killed meanwhile.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { withTransaction } from '../src/shared/server/db/transaction.ts'
import { queueMail } from '../src/shared/server/mail/mail.ts'
import { freePort, startNode } from '../tools/services.ts'
import { beside, type Fault, inFolder } from './kit.ts'

/** Behaviour of the mail server, per connection in turn. */
const moods = ['hang up', 'busy', 'refuse', 'reject', 'forget', 'slow', 'well'] as const
type Mood = (typeof moods)[number]

/** A faulty mail server until it is set to behave well; it records the Message-IDs of accepted mails. */
async function startMailServer() {
  const taken: string[] = []
  const seen: Record<string, number> = {}
  let connections = 0
  let isWell = false
  const converse = async (socket: Socket, mood: Mood) => {
    socket.on('error', () => {})
    seen[mood] = (seen[mood] ?? 0) + 1
    if (mood === 'hang up') return void socket.destroy()
    const say = (line: string) => socket.write(`${line}\r\n`)
    if (mood === 'slow') await sleep(3000)
    say(mood === 'busy' ? '421 come back later' : '220 mail.example')
    let id = ''
    let inBody = false
    for await (const line of createInterface({ input: socket })) {
      if (inBody && line !== '.') {
        id ||= /^message-id: (.*)/i.exec(line)?.[1] ?? ''
        continue
      }
      const [verb = ''] = line.toUpperCase().split(' ')
      if (inBody) {
        inBody = false
        if (mood === 'reject') say('554 not today')
        else taken.push(id)
        if (mood === 'forget') return void socket.destroy() // accepted, but not confirmed
        if (mood !== 'reject') say('250 taken')
      } else if (verb === 'DATA') {
        inBody = true
        say('354 go on')
      } else if (verb === 'RCPT' && mood === 'refuse') say('451 try again')
      else if (verb === 'QUIT') say('221 bye')
      else say('250 mail.example')
    }
  }
  const server = createServer((socket) => {
    const mood = isWell ? 'well' : (moods[connections++ % moods.length] ?? 'well')
    void converse(socket, mood).catch(() => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    seen,
    beWell() {
      isWell = true
    },
    close: () => server.close(),
  }
}

export const badPost: Fault = {
  name: 'F24',
  title: 'the mail server hangs up, is busy, slow, refuses, or forgets to answer, and the server is killed meanwhile',
  rounds: 40,
  run: (count) =>
    inFolder(async (folder) => {
      const post = await startMailServer()
      const environment = { DATA_DIR: join(folder, 'data'), SMTP_URL: post.url }
      const port = await freePort()
      let node = startNode(port, environment)
      await node.ready()
      const address = (index: number) => `person${index}@northfield.example`
      const wanted = await beside(environment.DATA_DIR, async (db) => {
        for (let index = 0; index < count; index++) {
          const mail = { to: address(index), subject: `Mail ${index}`, text: 'Good morning' }
          await withTransaction(db, async (trx) => {
            await queueMail(trx, mail)
            if (index % 4 === 3) throw new Error('rolled back')
          }).catch(() => {})
        }
        return count - Math.floor(count / 4)
      })
      await sleep(2000)
      await node.stop('SIGKILL')
      node = startNode(port, environment)
      await node.ready()
      await sleep(8000)
      post.beWell()
      const began = Date.now()
      // Jobs of a killed server are released after a while; here immediately.
      const left = () =>
        beside(environment.DATA_DIR, async (db) => {
          await sql`update graphile_worker._private_jobs set run_at = now(), locked_at = null, locked_by = null
            where locked_at is null or locked_at < now() - interval '5 seconds'`.execute(db)
          const { rows } = await sql<{ n: number }>`
            select count(*)::int as n from graphile_worker.jobs where task_identifier = 'send_mail'`.execute(db)
          return rows[0]?.n ?? 0
        })
      while ((await left()) > 0 && Date.now() - began < 90_000) await sleep(1000)
      await node.stop()
      post.close()
      const different = new Set(post.taken)
      const lost = wanted - different.size
      return {
        figures: {
          'mails committed': wanted,
          'mails rolled back': count - wanted,
          'lines that went wrong': Object.entries(post.seen)
            .filter(([mood]) => mood !== 'well')
            .reduce((sum, [, n]) => sum + n, 0),
          lost: Math.max(0, lost),
          'never to be sent, and sent': Math.max(0, -lost),
          'taken again, with the same Message-ID': post.taken.length - different.size,
        },
        wrong: lost === 0 ? [] : [`${lost} mails are missing`],
      }
    }),
}
