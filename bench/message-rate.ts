// Sends messages and reactions at the same time to 1,000 conversations, over 16 connections, and then checks what is
// stored: numbers of messages without gaps, and counters. `node bench/message-rate.ts`, or with seconds.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { recount } from '../src/cli/recount.ts'
import type { Shot } from './calls.ts'
import { drive } from './drive.ts'
import { makeConversation } from './long-conversation.ts'
import { makePeople, openServer, type Person } from './server.ts'

const seconds = Number(process.argv[2] ?? 10)
const connections = 16
const conversations = 1000
/** Messages of each conversation at the beginning. */
const before = 20
/** One request of this many is a reaction or its removal. */
const share = 5

const server = await openServer()
try {
  const people = await makePeople(server.db, conversations * 2)
  const chats: { id: string; messages: string[]; pair: readonly [Person, Person] }[] = []
  for (let at = 0; at < conversations; at++) {
    const pair = people.slice(at * 2, at * 2 + 2) as [Person, Person]
    const id = await makeConversation(server.db, pair, { count: before, unread: 0 })
    const rows = await server.db.selectFrom('messages').where('conversation_id', '=', id).select('id').execute()
    chats.push({ id, messages: rows.map((row) => row.id), pair })
  }
  await sql`analyze`.execute(server.db)

  const one = <T>(list: readonly T[], at: number) => list[at % list.length] as T
  const sendMessage = (at: number): Shot => {
    const { id, pair } = one(chats, at)
    const body = JSON.stringify({ content: `Bench ${randomUUID()}` })
    return { method: 'POST', path: `/api/conversations/${id}/messages`, body, person: one(pair, at >> 3) }
  }
  /** On and off, each time on another message. */
  const react = (at: number): Shot => {
    const { messages, pair } = one(chats, at >> 1)
    const path = `/api/messages/${one(messages, at >> 1)}/reactions/${encodeURIComponent('👍')}`
    return { method: at % 2 === 0 ? 'PUT' : 'DELETE', path, person: one(pair, at >> 1) }
  }
  const shot = (at: number) => (at % share === 0 ? react(at / share) : sendMessage(at))
  const driven = await drive(server.address, { name: 'messages with reactions', shot }, connections, seconds)
  await server.calm()

  const { rows } = await sql<{ sent: number; gaps: number }>`
    select sum(count)::int8 as sent, count(*) filter (where count <> last or last <> last_seq)::int8 as gaps
    from (select count(*), max(seq) as last, conversations.last_seq
      from messages join conversations on conversations.school_id = messages.school_id
        and conversations.id = messages.conversation_id
      group by conversations.school_id, conversations.id, conversations.last_seq) as each`.execute(server.db)
  const sent = (rows[0]?.sent ?? 0) - conversations * before
  const perSecond = (count: number) => Math.round((count * driven.perSecond) / driven.requests)
  console.log(`messages: ${perSecond(sent)} a second, ${sent} in all`)
  console.log(`reactions and their removals: ${perSecond(driven.requests - sent)} a second`)
  console.log(`p50 ${driven.p50.toFixed(1)} ms, p95 ${driven.p95.toFixed(1)} ms, p99 ${driven.p99.toFixed(1)} ms`)
  console.log(`refused: ${driven.refused}; conversations with gaps: ${rows[0]?.gaps}`)
  console.log('recount:', await recount(server.db))
} finally {
  await server.close()
}
process.exit()
