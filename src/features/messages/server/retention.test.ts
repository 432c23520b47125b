// How long what is around messages is kept, and what a restore does with messages that were due meanwhile.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deleteExpiredRows } from '../../../shared/server/jobs/retention.ts'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeConversation, makeMessage } from '../../../testing/factories/messages.ts'
import { makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { messages } from '../contract.ts'
import { conversations } from '../conversation-contract.ts'
import { drafts, scheduledMessages } from '../later-contract.ts'
import { draftRetention } from './drafts.ts'
import { deleteEmptyConversations } from './leave-actions.ts'
import { keepPastDue, sendScheduled } from './scheduled.ts'
import { deleteVanished } from './vanished.ts'

const { app, school, ada, grace } = await campus({ people: { ada: {}, grace: {} } })

const person = () => makeUser(app, { school })
const days = (count: number) => sql<Date>`now() - make_interval(days => ${count})`

test('a draft is deleted 90 days after it was last changed', async () => {
  const saved = []
  for (const age of [89, 91]) {
    const { id } = await makeConversation(app, ada, [await person()])
    await as(app, ada)(drafts.save, { params: { id }, body: { text: `Of ${age} days` } })
    await app.db
      .updateTable('message_drafts')
      .set({ updated_at: days(age) })
      .where('school_id', '=', school.id)
      .where('conversation_id', '=', id)
      .execute()
    saved.push(id)
  }
  await deleteExpiredRows(app.db, [draftRetention])
  const rows = await app.db.selectFrom('message_drafts').where('user_id', '=', ada.id).select('text').execute()
  expect(rows).toEqual([{ text: 'Of 89 days' }])
  expect((await as(app, ada)(conversations.show, { params: { id: saved[1] ?? '' } })).body.data.draft).toBeNull()
})

test('an exit is forgotten after two years, of users who left and of those who were removed', async () => {
  const [leaver, removed, staying] = [await person(), await person(), await person()]
  const { id } = await makeConversation(app, ada, [leaver, removed, staying])
  await as(app, leaver)(conversations.leave, { params: { id } })
  await as(app, ada)(conversations.removeParticipant, { params: { id, uid: removed.id } })
  const listExits = async () => {
    const rows = app.db.selectFrom('conversation_exits').where('conversation_id', '=', id).select('user_id')
    return (await rows.execute()).map(({ user_id }) => user_id)
  }
  const setAge = (count: number, users: readonly TestUser[]) =>
    sql`update conversation_exits set at = ${days(count)}
      where conversation_id = ${id} and user_id = any (${users.map((user) => user.id)}::uuid[])`.execute(app.db)
  await setAge(729, [leaver, removed])
  await deleteEmptyConversations(app.db)
  expect(new Set(await listExits())).toEqual(new Set([leaver.id, removed.id]))
  await setAge(732, [removed])
  await deleteEmptyConversations(app.db)
  expect(await listExits()).toEqual([leaver.id])
  await setAge(732, [leaver])
  await deleteEmptyConversations(app.db)
  expect(await listExits()).toEqual([])
})

test('more messages than a batch disappear in one run, each with one copy', async () => {
  const { id } = await makeConversation(app, ada, [grace])
  const count = 2_345
  await sql`insert into messages (school_id, id, conversation_id, seq, sender_id, content, vanish_at)
    select ${school.id}::uuid, gen_random_uuid(), ${id}::uuid, n, ${ada.id}::uuid, 'Soon gone ' || n, now() - interval '1 hour'
    from generate_series(1, ${count}::int) as n`.execute(app.db)
  const staying = await sql<{
    id: string
  }>`insert into messages (school_id, id, conversation_id, seq, sender_id, content, vanish_at)
    values (${school.id}, gen_random_uuid(), ${id}, ${count + 1}, ${ada.id}, 'Stays', now() + interval '1 hour')
    returning id`.execute(app.db)
  await Promise.all([deleteVanished(app.db, app.anonymity), deleteVanished(app.db, app.anonymity)])
  const rows = await app.db.selectFrom('messages').where('conversation_id', '=', id).select('id').execute()
  expect(rows).toEqual(staying.rows)
  const { rows: copies } = await sql<{ count: number; messages: number }>`
    select count(*)::int as count, count(distinct message_id)::int as messages from vanished
    where conversation_id = ${id}`.execute(app.db)
  expect(copies).toEqual([{ count, messages: count }])
})

test('messages that were due before a restore wait for their sender, and later ones are sent', async () => {
  const [writer, reader] = [await person(), await person()]
  const { id } = await makeConversation(app, writer, [reader])
  const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
  const schedule = (content: string) =>
    as(app, writer)(messages.send, { params: { id }, body: { content, send_at: inSeconds(3600) } })
  const [due, later] = [(await schedule('Of yesterday')).body.scheduled, (await schedule('Of tomorrow')).body.scheduled]
  const setDue = (message: string | undefined, age: string) =>
    sql`update scheduled_messages set send_at = now() - ${age}::interval where id = ${message ?? ''}`.execute(app.db)
  const texts = async (who: TestUser) =>
    (await as(app, who)(messages.list, { params: { id } })).body.data.map(({ content }) => content)
  await setDue(due?.id, '1 day')
  await keepPastDue(app.db)
  await setDue(later?.id, '1 second')
  await sendScheduled(app)
  expect(await texts(reader)).toEqual(['Of tomorrow'])
  expect((await as(app, writer)(scheduledMessages.list)).body.data).toMatchObject([
    { content: 'Of yesterday', failed: true },
  ])
  const ask = { params: { id: due?.id ?? '' } }
  expect((await as(app, writer)(scheduledMessages.send, ask)).status).toBe(200)
  expect(await texts(reader)).toEqual(['Of tomorrow', 'Of yesterday'])
})

test('the database refuses a message that says nothing, answers a later one, or is of an unknown kind', async () => {
  const { id } = await makeConversation(app, ada, [grace])
  const message = await makeMessage(app, ada, { id })
  const change = (columns: ReturnType<typeof sql>) =>
    sql`update messages set ${columns} where school_id = ${school.id} and id = ${message.id}`.execute(app.db)
  await expect(change(sql`content = ''`)).rejects.toThrow('messages_check')
  await expect(change(sql`content = repeat('x', 5001)`)).rejects.toThrow('messages_content_check')
  await expect(change(sql`type = 'image'`)).rejects.toThrow('messages_check')
  await expect(change(sql`reply_to_seq = seq`)).rejects.toThrow('messages_reply_to_earlier_ones')
  await expect(change(sql`system_kind = 'shouted'`)).rejects.toThrow('messages_system_kind_is_known')
})
