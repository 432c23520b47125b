// A conversation under a storm of concurrent changes: afterwards every device shows what a fresh read returns.

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { recount } from '../src/cli/recount.ts'
import { type Message, messages } from '../src/features/messages/contract.ts'
import { conversations } from '../src/features/messages/conversation-contract.ts'
import { createMessageStates, type MessageChange } from '../src/features/messages/web/message-states.ts'
import type { LiveEventMap } from '../src/shared/live-events.ts'
import { as } from '../src/testing/app.ts'
import { campus } from '../src/testing/campus.ts'
import { makeConversation, makeMessage } from '../src/testing/factories/messages.ts'
import { makeUser, type TestUser } from '../src/testing/factories/users.ts'
import { openStream, type StreamEvent } from '../src/testing/streams.ts'

const { app, school } = await campus()

const on = (id: string) => ({ params: { id } })
const emojis = ['👍', '🎉']

/** All messages of a conversation as a user reads them now. */
async function readAll(who: TestUser, id: string): Promise<Message[]> {
  const all: Message[] = []
  for (;;) {
    const [first] = all
    const query = { limit: '50', ...(first && { before: first.id }) }
    const { body } = await as(app, who)(messages.list, { ...on(id), query })
    all.unshift(...body.data)
    if (!body.pagination.hasMore) return all
  }
}

/** What a page shows of a message. */
const toShown = ({ id, seq, content, edited, edited_at, sender_id, system, reactions }: Message) => ({
  ...{ id, seq, content, edited, edited_at, sender_id, system },
  reactions: reactions.map(({ emoji, count, mine }) => `${emoji} ${count} ${mine}`).sort(),
})

/** A screen with these messages, which changes what it shows with each event, as the page does. */
function openScreen(messages: readonly Message[]) {
  const shown = new Map(messages.map((message) => [message.id, message]))
  const states = createMessageStates()
  const put = (id: string, message: Message | undefined) => {
    if (message) shown.set(id, message)
    else shown.delete(id)
  }
  const change = (id: string, toNewest: MessageChange) => {
    const held = shown.get(id)
    if (held) put(id, toNewest(held))
  }
  const apply = ({ name, body }: StreamEvent) => {
    const { message, ...event } = body as LiveEventMap['message.created'] & LiveEventMap['message.reacted']
    if (name === 'message.created' && !shown.has(message.id)) put(message.id, states.apply(message))
    if (name === 'message.deleted') change(event.message_id, states.recordDeletion(event))
    if (name === 'message.updated') change(message.id, states.recordUpdate(message))
    if (name === 'message.reacted') change(event.message_id, states.recordReaction(event))
  }
  const listShown = () => [...shown.values()].toSorted((one, other) => one.seq - other.seq).map(toShown)
  return { apply, listShown }
}

/** A device with the conversation on its screen. */
async function openDevice(who: TestUser, id: string) {
  const stream = await openStream(app, who)
  const before = await readAll(who, id)
  const screen = openScreen(before)
  let applied = 0
  return {
    who,
    stream,
    listShown() {
      for (const event of stream.heard.slice(applied)) screen.apply(event)
      applied = stream.heard.length
      return screen.listShown()
    },
    /** What another screen shows that receives the same events in another order. */
    listShownAfter(toOrder: (events: readonly StreamEvent[]) => StreamEvent[]) {
      const { apply, listShown } = openScreen(before)
      for (const event of toOrder(stream.heard)) apply(event)
      return listShown()
    },
  }
}

/** The same order for the same number. */
function shuffle<T>(list: readonly T[], seed: number): T[] {
  const toKey = (item: T, index: number) => [createHash('sha1').update(`${seed} ${index}`).digest('hex'), item] as const
  return list
    .map(toKey)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, item]) => item)
}

test('after 200 parallel sends, edits, reactions, deletions, exits and removals every device shows what a fresh read returns, in whatever order it received the events', async () => {
  const people = await Promise.all(Array.from({ length: 16 }, () => makeUser(app, { school })))
  const [owner, ...others] = people as [TestUser, ...TestUser[]]
  const leavers = others.slice(0, 4)
  const removed = others.slice(4, 8)
  const stayers = [owner, ...others.slice(8)]
  const { id } = await makeConversation(app, owner, others)
  /** Written before the storm, three by each who stays. */
  const written: { by: TestUser; message: Message }[] = []
  for (let round = 0; round < 3; round++)
    for (const by of stayers)
      written.push({ by, message: await makeMessage(app, by, { id }, { content: `Before ${written.length}` }) })
  const devices: Awaited<ReturnType<typeof openDevice>>[] = []
  for (const who of [...people, owner]) devices.push(await openDevice(who, id))

  const turn = <T>(list: readonly T[], index: number) => list[index % list.length] as T
  /** Few messages and few emojis, so that the changes meet. */
  const edited = written.slice(0, 4)
  const reacted = written.slice(3, 4)
  const deleted = written.slice(5, 15)
  const change = async (index: number): Promise<{ readonly status: number }> => {
    const round = Math.floor(index / 10)
    const kind = index % 10
    if (kind < 3) return as(app, turn(people, index))(messages.send, { ...on(id), body: { content: `Storm ${index}` } })
    if (kind < 5) {
      const { by, message } = turn(edited, round + kind)
      return as(app, by)(messages.update, { ...on(message.id), body: { content: `Edit ${index}` } })
    }
    if (kind < 8) {
      const params = { id: turn(reacted, round + kind).message.id, emoji: turn(emojis, round) }
      const who = turn(people, index + round)
      return round % 3 === 2 ? as(app, who)(messages.unreact, { params }) : as(app, who)(messages.react, { params })
    }
    if (kind === 8) {
      const { by, message } = turn(deleted, round) // twice each
      return as(app, by)(messages.remove, on(message.id))
    }
    if (round % 2 === 0) return as(app, turn(leavers, round / 2))(conversations.leave, on(id))
    const params = { id, uid: turn(removed, (round - 1) / 2).id }
    return as(app, owner)(conversations.removeParticipant, { params })
  }
  const replies = await Promise.all(Array.from({ length: 200 }, (_, index) => change(index)))
  expect(replies.filter(({ status }) => ![200, 201, 404].includes(status))).toEqual([])

  const latest = await makeMessage(app, owner, { id }, { content: 'After the storm' })
  for (const device of devices.filter(({ who }) => stayers.includes(who))) {
    await expect
      .poll(() => device.listShown().some((message) => message.id === latest.id), { timeout: 15_000 })
      .toBe(true)
    const fresh = (await readAll(device.who, id)).map(toShown)
    await expect.poll(device.listShown, { timeout: 5000 }).toEqual(fresh)
    expect(
      device.listShownAfter((events) => events.toReversed()),
      'events from the last to the first',
    ).toEqual(fresh)
    for (let seed = 0; seed < 5; seed++)
      expect(
        device.listShownAfter((events) => shuffle(events, seed)),
        `events in order ${seed}`,
      ).toEqual(fresh)
  }

  expect(await recount(app.db)).toEqual([])
  const history = await readAll(owner, id)
  const { last_seq } = await app.db
    .selectFrom('conversations')
    .where('id', '=', id)
    .select('last_seq')
    .executeTakeFirstOrThrow()
  const sent = replies.filter(({ status }) => status === 201).length
  expect(last_seq).toBe(written.length + sent + leavers.length + removed.length + 1)
  expect(history).toHaveLength(last_seq - deleted.length)
  expect(history.filter(({ system }) => system === 'left')).toHaveLength(leavers.length)
  expect(history.filter(({ system }) => system === 'removed')).toHaveLength(removed.length)
  const { data: conversation } = (await as(app, owner)(conversations.show, on(id))).body
  expect(conversation.participants.toSorted()).toEqual(stayers.map((user) => user.id).sort())
  for (const who of stayers) {
    const { rows } = await sql<{ read_seq: number }>`
      select read_seq from participants where conversation_id = ${id} and user_id = ${who.id}`.execute(app.db)
    const isUnread = ({ seq, sender_id, system }: Message) =>
      system === null && sender_id !== who.id && seq > (rows[0]?.read_seq ?? 0)
    expect((await as(app, who)(conversations.show, on(id))).body.data.unread_count).toBe(
      history.filter(isUnread).length,
    )
  }

  for (const { who, stream } of devices.filter(({ who }) => !stayers.includes(who))) {
    expect((await as(app, who)(messages.list, on(id))).status).toBe(404)
    expect((await as(app, who)(conversations.list)).body.data).toEqual([])
    const exit = history.find(({ sender_id, system }) => sender_id === who.id && system !== null)
    const later = new Set(history.filter(({ seq }) => seq > (exit?.seq ?? 0)).map((message) => message.id))
    const created = stream.heard.filter(({ name }) => name === 'message.created')
    const heard = created.map(({ body }) => (body as { message: Message }).message.id)
    expect(heard.filter((message) => later.has(message))).toEqual([])
  }
  for (const { stream } of devices) stream.close()
}, 60_000)
