import type { Db } from '../src/shared/server/db/pools.ts'
import type { Student } from './cast.ts'
import { type Chat, chats } from './fixtures.ts'
import { type Dice, idAt } from './seeded-random.ts'

const minutes = 60_000
const hours = 60 * minutes

/** Inserts the messages between the students of one school, in up to four statements. */
export async function writeMessages(db: Db, students: readonly Student[], dice: Dice, now: number): Promise<void> {
  const named = (name: string) => {
    const at = /^student (\d+)$/.exec(name)?.[1]
    const others = students.filter(({ email }) => /^[^@]+\.[^@]+@/.test(email))
    return at ? others[Number(at)] : students.find(({ email }) => email.startsWith(`${name}@`))
  }
  const written = chats.flatMap((chat) => {
    const people = chat.between.map(named).filter((person) => person !== undefined)
    return people.length === chat.between.length ? [buildRows(chat, people, dice, now)] : []
  })
  if (written.length === 0) return
  await db
    .insertInto('conversations')
    .values(written.map(({ conversation }) => conversation))
    .execute()
  await db
    .insertInto('participants')
    .values(written.flatMap(({ participants }) => participants))
    .execute()
  await db
    .insertInto('messages')
    .values(written.flatMap(({ messages }) => messages))
    .execute()
  const reacted = written.flatMap(({ reactions }) => reactions)
  if (reacted.length > 0) await db.insertInto('message_reactions').values(reacted).execute()
}

function buildRows(chat: Chat, people: readonly Student[], dice: Dice, now: number) {
  const times = computeTimes(chat, dice, now)
  const spoken = chat.lines.filter((line) => typeof line !== 'number')
  const school_id = people[0]?.schoolId ?? ''
  const began = (times[0] ?? now) - minutes
  const conversation_id = idAt(began, false, dice)
  const isDirect = people.length === 2
  const conversation = {
    school_id,
    id: conversation_id,
    kind: isDirect ? 'direct' : 'several',
    topic: isDirect
      ? `direct ${people
          .map(({ id }) => id)
          .sort()
          .join(' ')}`
      : null,
    title: chat.title ?? null,
    last_seq: spoken.length,
    last_message_at: new Date(times.at(-1) ?? now),
    created_at: new Date(began),
  }
  const lastSpeaker = spoken.at(-1)?.[0]
  const participants = people.map(({ id }, at) => ({
    school_id,
    conversation_id,
    user_id: id,
    read_seq: at === lastSpeaker ? spoken.length : spoken.length - (chat.unread ?? 0),
    joined_at: new Date(began + at),
  }))
  const messages = spoken.map(([who, content, { answers } = {}], at) => ({
    school_id,
    id: idAt(times[at] ?? now, false, dice),
    conversation_id,
    seq: at + 1,
    sender_id: people[who]?.id ?? null,
    content,
    reply_to_seq: answers === undefined ? null : at + 1 - answers,
    created_at: new Date(times[at] ?? now),
  }))
  const reactions = spoken.flatMap(([, , details], at) =>
    (details?.reactions ?? []).map(([who, emoji]) => ({
      school_id,
      message_id: messages[at]?.id ?? '',
      user_id: people[who]?.id ?? '',
      emoji,
      slot: 1,
      created_at: new Date((times[at] ?? now) + 20_000),
    })),
  )
  return { conversation, participants, messages, reactions }
}

/** Times of the messages: about a minute apart, plus pauses, counted back from the last one. */
function computeTimes(chat: Chat, dice: Dice, now: number): number[] {
  let at = now - chat.ended * minutes
  const times: number[] = []
  for (const line of [...chat.lines].reverse()) {
    if (typeof line === 'number') at -= line * hours
    else {
      times.unshift(Math.floor(at))
      at -= (0.4 + dice.roll() * 2.5) * minutes
    }
  }
  return times
}
