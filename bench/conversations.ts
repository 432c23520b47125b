// Measures opening a conversation of 100,000 messages and one of 50, scrolling back, and the list of conversations,
// over HTTP against a separate server. `node bench/conversations.ts`
import { sql } from 'kysely'
import { newId } from '../src/shared/server/db/sql.ts'
import { makePeople, openServer, type Person, percentile } from './server.ts'

/** Below the rate limit per user and minute. */
const rounds = 150
const long = 100_000
const short = 50
const listed = 200

const server = await openServer()
try {
  const [me, ...others] = (await makePeople(server.db, listed + 1)) as [Person, ...Person[]]
  const ids: string[] = []
  for (const [at, other] of others.entries()) ids.push(await makeConversation(me, other, at === 0 ? long : short))
  await sql`analyze`.execute(server.db)
  const [big = '', small = ''] = ids
  const get = async (path: string) => {
    const began = performance.now()
    const answer = await fetch(server.address + path, { headers: { cookie: me.cookie } })
    await answer.text()
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    return performance.now() - began
  }
  const open = async (id: string) =>
    (await get(`/api/conversations/${id}`)) + (await get(`/api/conversations/${id}/messages`))
  const acts = {
    [`open a conversation of ${short}`]: () => open(small),
    [`open a conversation of ${long}`]: () => open(big),
    [`a page in the middle of ${long}`]: () => get(`/api/conversations/${big}/messages?before=${long / 2}`),
    [`the list, 50 of ${listed} conversations`]: () => get('/api/conversations'),
    'the number on the badge': () => get('/api/conversations?unread=true&limit=1'),
  }
  const times = new Map(Object.keys(acts).map((name) => [name, [] as number[]]))
  for (let round = -20; round < rounds; round++)
    for (const [name, act] of Object.entries(acts)) {
      const time = await act()
      if (round >= 0) times.get(name)?.push(time)
    }
  for (const [name, all] of times)
    console.log(`${name}: p50 ${percentile(all, 50).toFixed(1)} ms, p99 ${percentile(all, 99).toFixed(1)} ms`)
} finally {
  await server.close()
}

async function makeConversation(one: Person, other: Person, count: number): Promise<string> {
  const id = newId()
  const school_id = one.schoolId
  const topic = `direct ${[one.id, other.id].sort().join(' ')}`
  const conversation = { school_id, id, kind: 'direct', topic, last_seq: count, last_message_at: new Date() }
  await server.db.insertInto('conversations').values(conversation).execute()
  await server.db
    .insertInto('participants')
    .values([one, other].map((person) => ({ school_id, conversation_id: id, user_id: person.id, read_seq: count - 2 })))
    .execute()
  for (let done = 0; done < count; done += 5000) {
    const rows = Array.from({ length: Math.min(5000, count - done) }, (_, at) => ({
      school_id,
      id: newId(),
      conversation_id: id,
      seq: done + at + 1,
      sender_id: at % 2 ? one.id : other.id,
      content: `Message ${done + at + 1}: see you at the boathouse at ten, bring tea.`,
    }))
    await server.db.insertInto('messages').values(rows).execute()
  }
  return id
}
