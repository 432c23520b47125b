// F32: kill -9 of the server that sends scheduled messages, while another one sends them too.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Db, openDb } from '../src/shared/server/db/pools.ts'
import { freePort, type QuadNode, startNode, startPostgres } from '../tools/services.ts'
import { ask, type Fault, inFolder, readyAgain, signInMany, type Writer } from './kit.ts'

const scene = { writers: 6, conversations: 4, messages: 10 }
const total = scene.writers * scene.conversations * scene.messages

export const killWhileSendingLater: Fault = {
  name: 'F32',
  title: `kill -9 of a server while two send ${total} scheduled messages`,
  rounds: 6,
  run: (rounds) =>
    inFolder(async (folder) => {
      const postgres = await startPostgres(folder, await freePort())
      const environment = { DATABASE_URL: postgres.url, DATA_DIR: join(folder, 'data'), SECRET_KEY: 'k'.repeat(40) }
      const ports = [await freePort(), await freePort()] as const
      const start = (index: number) =>
        startNode(ports[index % 2] as number, environment, join(folder, `${index % 2}.log`))
      const nodes: QuadNode[] = [start(0)]
      const db = openDb(postgres.url, { max: 3 })
      try {
        await nodes[0]?.ready()
        nodes.push(start(1))
        await nodes[1]?.ready()
        const writers = await signInMany((nodes[0] as QuadNode).address, scene.writers)
        const texts = await scheduleAll((nodes[0] as QuadNode).address, writers)
        const wrong: string[] = texts.length < total ? [`only ${texts.length} of ${total} could be scheduled`] : []
        await sql`update scheduled_messages set send_at = now()`.execute(db)
        let killedWhileSending = 0
        for (let round = 0; round < rounds; round++) {
          const before = await countSent(db)
          await sendOnBoth(db)
          while ((await countSent(db)) === before && (await countWaiting(db)) > 0) await sleep(2)
          const node = nodes[round % 2] as QuadNode
          node.process.kill('SIGKILL')
          await node.ended
          if ((await countWaiting(db)) > 0) killedWhileSending++
          nodes[round % 2] = start(round)
          await readyAgain(node.address, join(folder, `${round % 2}.log`))
        }
        await waitUntilSent(db)
        const { figures, wrong: found } = await compare(db, texts)
        if (killedWhileSending === 0) wrong.push('no server was killed while messages waited')
        return {
          figures: { kills: rounds, 'kills while messages waited': killedWhileSending, ...figures },
          wrong: [...wrong, ...found],
        }
      } finally {
        await db.destroy()
        for (const node of nodes) await node.stop()
        await postgres.stop()
      }
    }),
}

/** Schedules messages in conversations of several, whose sender takes part without an answer of the others. */
async function scheduleAll(address: string, writers: readonly Writer[]): Promise<string[]> {
  const ids = await Promise.all(writers.map((writer) => findId(address, writer)))
  const send_at = Math.floor(Date.now() / 1000) + 3600
  const texts: string[] = []
  await Promise.all(
    writers.map(async (writer, index) => {
      const participants = ids.filter((_, other) => other !== index)
      for (let talk = 0; talk < scene.conversations; talk++) {
        const { body } = await ask(address, writer, 'POST', '/api/conversations', { participants })
        const { conversation_id: id } = body as { conversation_id?: string }
        for (let count = 0; count < scene.messages; count++) {
          const content = `later ${index} ${talk} ${count}`
          const { status } = await ask(address, writer, 'POST', `/api/conversations/${id}/messages`, {
            content,
            send_at,
          })
          if (status === 201) texts.push(content)
        }
      }
    }),
  )
  return texts
}

async function findId(address: string, writer: Writer): Promise<string> {
  const { body } = await ask(address, writer, 'GET', '/api/me')
  return (body as unknown as { id: string }).id
}

/** One run of the job for each server, instead of waiting for the minute. */
const sendOnBoth = (db: Db) =>
  sql`select graphile_worker.add_job('send_scheduled_messages', '{}'::json) from generate_series(1, 2)`.execute(db)

async function count(db: Db, table: 'messages' | 'scheduled_messages'): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}
    where content like 'later %'`.execute(db)
  return rows[0]?.count ?? 0
}
const countSent = (db: Db) => count(db, 'messages')
const countWaiting = (db: Db) => count(db, 'scheduled_messages')

/** The job runs each minute; one of a killed server is taken over after another. */
async function waitUntilSent(db: Db): Promise<void> {
  const deadline = Date.now() + 150_000
  while (Date.now() < deadline && (await countWaiting(db)) > 0) await sleep(200)
}

async function compare(db: Db, texts: readonly string[]) {
  const wrong: string[] = []
  const { rows } = await sql<{ content: string; copies: number }>`
    select content, count(*)::int as copies from messages where content like 'later %' group by content`.execute(db)
  const sent = new Map(rows.map(({ content, copies }) => [content, copies]))
  const lost = texts.filter((text) => !sent.has(text)).length
  const twice = rows.filter(({ copies }) => copies > 1).length
  if (lost > 0) wrong.push(`${lost} messages were not sent`)
  if (twice > 0) wrong.push(`${twice} messages were sent twice`)
  const { rows: numbers } = await sql`select from conversations join messages
      on messages.school_id = conversations.school_id and messages.conversation_id = conversations.id
    where messages.content like 'later %'
    group by conversations.school_id, conversations.id having max(messages.seq) <> last_seq`.execute(db)
  if (numbers.length > 0) wrong.push(`${numbers.length} conversations count numbers that no message has`)
  return { figures: { messages: texts.length, lost, twice, 'still waiting': await countWaiting(db) }, wrong }
}
