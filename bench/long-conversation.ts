import type { Db } from '../src/shared/server/db/pools.ts'
import { newId } from '../src/shared/server/db/sql.ts'
import type { Person } from './server.ts'

type About = { readonly count: number; readonly unread: number; readonly rareAt?: number }

/** A conversation of two whose last message replies to the second one. Returns its id. */
export async function makeConversation(
  db: Db,
  [one, other]: readonly [Person, Person],
  { count, unread, rareAt }: About,
): Promise<string> {
  const id = newId()
  const school_id = one.schoolId
  const topic = `direct ${[one.id, other.id].sort().join(' ')}`
  const conversation = { school_id, id, kind: 'direct', topic, last_seq: count, last_message_at: new Date() }
  await db.insertInto('conversations').values(conversation).execute()
  await db
    .insertInto('participants')
    .values(
      [one, other].map((person) => ({ school_id, conversation_id: id, user_id: person.id, read_seq: count - unread })),
    )
    .execute()
  for (let done = 0; done < count; done += 5000) {
    const rows = Array.from({ length: Math.min(5000, count - done) }, (_, at) => ({
      school_id,
      id: newId(),
      conversation_id: id,
      seq: done + at + 1,
      sender_id: at % 2 ? one.id : other.id,
      content: `Message ${done + at + 1}: see you at the boathouse at ten, bring ${done + at + 1 === rareAt ? 'a compass' : 'tea'}.`,
      reply_to_seq: done + at + 1 === count ? 2 : null,
    }))
    await db.insertInto('messages').values(rows).execute()
  }
  return id
}
