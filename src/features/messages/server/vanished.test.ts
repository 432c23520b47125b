import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { contentTypes } from '../../../app/registries.ts'
import { rotateKeys } from '../../../cli/rotate-keys.ts'
import { withTransaction } from '../../../shared/server/db/transaction.ts'
import { openKeysHere } from '../../../shared/server/keys/keys.ts'
import { as, testConfig } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeUpload } from '../../../testing/factories/media.ts'
import { makeConversation, makeMessage } from '../../../testing/factories/messages.ts'
import { makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { messages } from '../contract.ts'
import { findMessageContext } from './message-context.ts'
import { deleteVanished, readVanished } from './vanished.ts'

const { app, school, alan, dean } = await campus({ people: { alan: {}, dean: { role: 'admin' } } })

const person = () => makeUser(app, { school })
/** Lets messages disappear some hours ago, and runs the job. */
async function vanish(hours: number, ...ids: string[]) {
  await sql`update messages set vanish_at = now() - make_interval(hours => ${hours}) where id = any (${ids}::uuid[])`.execute(
    app.db,
  )
  await deleteVanished(app.db, app.anonymity)
}
/** Lets sealed copies grow older. */
const wait = (hours: number) =>
  sql`update vanished set erase_at = erase_at - make_interval(hours => ${hours})`.execute(app.db)
const report = (who: TestUser, id: string) =>
  as(app, who)(messages.report, { params: { id }, body: { reason: 'harassment' } })
const reportsAbout = (id: string) =>
  app.db.selectFrom('reports').where('content_id', '=', id).select(['content', 'author_id']).execute()
const copies = (...ids: string[]) => app.db.selectFrom('vanished').where('message_id', 'in', ids).selectAll().execute()

async function pair() {
  const [writer, reader] = [await person(), await person()]
  const { id } = await makeConversation(app, writer, [reader])
  return { writer, reader, id }
}

/** Texts of all tables, as a thief of the database reads them. */
async function textsOfAllTables(): Promise<string> {
  const { rows } = await sql<{ xml: string }>`select database_to_xml(true, false, '')::text as xml`.execute(app.db)
  return rows.map(({ xml }) => xml).join()
}

test('a message that has disappeared leaves no readable row, and its report shows it to moderators', async () => {
  const { writer, reader, id } = await pair()
  const unkind = await makeMessage(app, writer, { id }, { content: 'Unkind pelican words' })
  await as(app, writer)(messages.update, { params: { id: unkind.id }, body: { content: 'Unkind pelican sentences' } })
  expect(await textsOfAllTables(), 'it is readable before').toContain('pelican')
  await vanish(0, unkind.id)
  const texts = await textsOfAllTables()
  expect(texts, 'neither the message nor its versions').not.toContain('pelican')
  expect(await app.db.selectFrom('messages').where('id', '=', unkind.id).select('id').execute()).toEqual([])
  expect((await report(alan, unkind.id)).status).toBe(404)
  expect((await report(dean, unkind.id)).status).toBe(404)
  expect((await report(reader, unkind.id)).status).toBe(201)
  expect((await report(reader, unkind.id)).status, 'once per user').toBe(409)
  expect((await report(writer, unkind.id)).status, 'not the own one').toBe(403)
  expect(await reportsAbout(unkind.id)).toEqual([{ content: 'Unkind pelican sentences', author_id: writer.id }])
})

test('only a report of a participant opens the copy: no snapshot, context or stranger does', async () => {
  const { writer, reader, id } = await pair()
  const [first, second] = [
    await makeMessage(app, writer, { id }, { content: 'One heron' }),
    await makeMessage(app, writer, { id }, { content: 'Two herons' }),
  ]
  await makeMessage(app, reader, { id }, { content: 'Stop it' })
  await vanish(0, first.id, second.id)
  const type = contentTypes.find(({ kind }) => kind === 'message')
  expect(await type?.snapshot(app.db, school.id, first.id)).toBeUndefined()
  const context = await findMessageContext(app.db, school.id, first.id)
  expect(JSON.stringify(context)).not.toContain('heron')
  expect(context.after.map(({ text }) => text)).toEqual(['Stop it'])
  const read = (who: TestUser) =>
    withTransaction(app.db, (trx) => readVanished(trx, app.anonymity, { ...who } as never, first.id))
  expect((await read(reader))?.text).toBe('One heron')
  for (const who of [alan, dean]) expect(await read(who)).toBeUndefined()
  await as(app, reader)(messages.list, { params: { id } })
  await sql`update participants set cleared_seq = 2 where user_id = ${reader.id}`.execute(app.db)
  expect(await read(reader), 'cleared before').toBeUndefined()
})

test('the copy is erased 48 hours after the message disappeared, whenever the job ran first', async () => {
  const { writer, reader, id } = await pair()
  const [early, late] = [await makeMessage(app, writer, { id }), await makeMessage(app, writer, { id })]
  await vanish(47, early.id)
  await vanish(49, late.id)
  expect((await copies(early.id, late.id)).map(({ message_id }) => message_id)).toEqual([early.id])
  expect((await report(reader, late.id)).status).toBe(404)
  await wait(1)
  expect((await report(reader, early.id)).status, 'by the clock, before the job ran').toBe(404)
  await Promise.all([deleteVanished(app.db, app.anonymity), deleteVanished(app.db, app.anonymity)])
  expect(await copies(early.id)).toEqual([])
})

test('no user reads its picture, the report keeps it, and without a report it is deleted with the copy', async () => {
  const { writer, reader, id } = await pair()
  const [reported, other] = [
    await makeUpload(app, writer, { type: 'message' }),
    await makeUpload(app, writer, { type: 'message' }),
  ]
  const first = await makeMessage(app, writer, { id }, { content: '', image: reported })
  const second = await makeMessage(app, writer, { id }, { content: '', image: other })
  const fetchAs = async (who: TestUser, { url }: { url: string }) =>
    (await app.http.inject({ url, headers: { cookie: who.cookie } })).statusCode
  expect(await fetchAs(reader, reported)).toBe(200)
  await vanish(0, first.id, second.id)
  for (const who of [writer, reader, dean]) expect(await fetchAs(who, reported)).toBe(404)
  expect((await report(reader, first.id)).status).toBe(201)
  expect(await fetchAs(dean, reported), 'moderators, from the report').toBe(200)
  expect(await fetchAs(dean, other)).toBe(404)
  await wait(48)
  await deleteVanished(app.db, app.anonymity)
  expect(await fetchAs(dean, reported), 'the report still keeps it').toBe(200)
  const { rows } = await sql`select from uploads where item_id = ${second.id}`.execute(app.db)
  expect(rows).toEqual([])
})

test('reports during the job and on two servers keep the text once, and lose none', async () => {
  const { writer, id } = await pair()
  const readers = await Promise.all(Array.from({ length: 6 }, person))
  const several = await makeConversation(app, writer, readers)
  const sent = []
  for (let index = 0; index < 6; index++)
    sent.push(await makeMessage(app, writer, several, { content: `Storm ${index}` }))
  await makeMessage(app, writer, { id })
  await sql`update messages set vanish_at = now() where id = any (${sent.map((message) => message.id)}::uuid[])`.execute(
    app.db,
  )
  const replies = await Promise.all([
    ...sent.map(({ id: message }, index) => report(readers[index] as TestUser, message)),
    deleteVanished(app.db, app.anonymity),
    deleteVanished(app.db, app.anonymity),
    ...sent.map(({ id: message }, index) => report(readers[(index + 1) % 6] as TestUser, message)),
  ])
  expect(replies.filter((reply) => reply && reply.status === 201)).toHaveLength(12)
  for (const [index, { id: message }] of sent.entries())
    expect((await reportsAbout(message)).map(({ content }) => content)).toEqual([`Storm ${index}`, `Storm ${index}`])
  expect(await copies(...sent.map((message) => message.id))).toHaveLength(6)
})

test('a withheld message is not copied, and is deleted 48 hours after it would have disappeared', async () => {
  const { writer, id } = await pair()
  const message = await makeMessage(app, writer, { id })
  await sql`update messages set withheld_at = now() where id = ${message.id}`.execute(app.db)
  await vanish(47, message.id)
  expect(await app.db.selectFrom('messages').where('id', '=', message.id).select('id').execute()).toHaveLength(1)
  await vanish(49, message.id)
  expect(await app.db.selectFrom('messages').where('id', '=', message.id).select('id').execute()).toEqual([])
  expect(await copies(message.id)).toEqual([])
})

test('a report after the account of the sender was removed names no author', async () => {
  const { writer, reader, id } = await pair()
  const message = await makeMessage(app, writer, { id }, { content: 'From someone who left' })
  await vanish(0, message.id)
  await sql`delete from sessions where user_id = ${writer.id}`.execute(app.db)
  await sql`delete from users where id = ${writer.id}`.execute(app.db)
  expect((await report(reader, message.id)).status).toBe(201)
  expect(await reportsAbout(message.id)).toEqual([{ content: 'From someone who left', author_id: null }])
})

test('short and long texts have copies of one size, and a key rotation seals them again', async () => {
  const { writer, reader, id } = await pair()
  const [short, long] = [
    await makeMessage(app, writer, { id }, { content: 'Hi' }),
    await makeMessage(app, writer, { id }, { content: 'A longer text. '.repeat(80) }),
  ]
  await vanish(0, short.id, long.id)
  const before = await copies(short.id, long.id)
  expect(new Set(before.map(({ sealed }) => sealed.length)).size).toBe(1)
  const newest = 'the key that comes after it, long enough as well'
  const former = testConfig.secretKey ?? ''
  expect(await rotateKeys(app.db, newest, [former])).toMatch(/[1-9]\d* vanished/)
  const read = async (key: string) => {
    const { anonymity } = await openKeysHere([key])
    return withTransaction(app.db, (trx) => readVanished(trx, anonymity, { ...reader } as never, short.id))
  }
  expect((await read(newest))?.text).toBe('Hi')
  await expect(read(former)).rejects.toThrow()
})
