// Measures opening a conversation of 100,000 messages and one of 50: at its end, at the first unread message, at a search
// hit and at a replied-to message; then scrolling back, and the list of conversations. Over HTTP against a separate
// server. `node bench/conversations.ts`
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { makeConversation } from './long-conversation.ts'
import { makePeople, openServer, type Person, percentile } from './server.ts'

const rounds = 60
/** Between rounds of about 15 reads: below the rate limit per user and minute. */
const pauseMs = 1500
const long = 100_000
const short = 50
const listed = 200
const unread = 20
/** Number of the message with the rare word. */
const rareAt = (count: number) => Math.floor(count / 3)
const about = (count: number) => ({ count, unread, rareAt: rareAt(count) })

const server = await openServer()
try {
  const [me, ...others] = (await makePeople(server.db, listed + 1)) as [Person, ...Person[]]
  const ids: string[] = []
  for (const [at, other] of others.entries())
    ids.push(await makeConversation(server.db, [me, other], about(at === 0 ? long : short)))
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
  const at = (id: string, seq: number) => get(`/api/conversations/${id}/messages?around=${seq}`)
  const acts = Object.fromEntries(
    [
      { id: small, count: short },
      { id: big, count: long },
    ].flatMap(({ id, count }) => [
      [`${count}: open at the end`, () => open(id)],
      [`${count}: open at the first unread message`, () => at(id, count - unread + 1)],
      [`${count}: search a rare word`, () => get(`/api/conversations/${id}/messages?q=compass`)],
      [`${count}: open at its hit`, () => at(id, rareAt(count))],
      [`${count}: open at a replied-to message`, () => at(id, 2)],
      [`${count}: a page in the middle`, () => get(`/api/conversations/${id}/messages?before=${count / 2}`)],
    ]),
  )
  Object.assign(acts, {
    [`the list, 50 of ${listed} conversations`]: () => get('/api/conversations'),
    'the number on the badge': () => get('/api/conversations?unread=true&limit=1'),
  })
  const times = new Map(Object.keys(acts).map((name) => [name, [] as number[]]))
  for (let round = -20; round < rounds; round++) {
    for (const [name, act] of Object.entries(acts)) {
      const time = await act()
      if (round >= 0) times.get(name)?.push(time)
    }
    await sleep(pauseMs)
  }
  for (const [name, all] of times)
    console.log(`${name}: p50 ${percentile(all, 50).toFixed(1)} ms, p95 ${percentile(all, 95).toFixed(1)} ms`)
} finally {
  await server.close()
}
