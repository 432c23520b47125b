import { expect, test } from 'vitest'
import type { LiveEventMap } from '../../../shared/live-events.ts'
import type { Message } from '../contract.ts'
import { createMessageStates, type MessageChange } from './message-states.ts'

const author = { id: 'grace', name: 'Grace', avatar_url: null, avatar: null }
const first: Message = {
  id: 'm1',
  conversation_id: 'c',
  seq: 1,
  sender_id: 'grace',
  sender: author,
  content: 'First',
  type: 'text',
  image_url: null,
  file_url: null,
  image: null,
  pictures: [],
  attachments: [],
  voice: null,
  reply_to: null,
  share: null,
  reactions: [],
  edited: false,
  edited_at: null,
  pinned: false,
  vanishes_at: null,
  mentions: [],
  system: null,
  created_at: 1000,
  revision: 0,
  can: { edit: false, delete: false, report: true },
}
const reply: Message = {
  ...first,
  id: 'm2',
  seq: 2,
  content: 'Reply',
  reply_to: { id: 'm1', seq: 1, sender_id: 'grace', sender_name: 'Grace', excerpt: 'First', revision: 0 },
}
const deletedQuote = {
  id: null,
  seq: 1,
  sender_id: null,
  sender_name: null,
  excerpt: 'Message deleted',
  revision: null,
}

type Step = {
  /** The message after the step, as a page has it; without one, it is deleted. */
  readonly after: Message | undefined
  readonly record: (states: ReturnType<typeof createMessageStates>) => MessageChange
}

const ids = { conversation_id: 'c', message_id: 'm1' }
/** Steps of one message as the server publishes them: event n has revision n. */
function toSteps(changes: readonly (Partial<Message> | undefined)[]): Step[] {
  let before = first
  return changes.map((change, index) => {
    const revision = index + 1
    if (!change) return { after: undefined, record: (states) => states.recordDeletion({ ...ids, revision }) }
    const after = { ...before, ...change, revision }
    const { reactions, pinned } = before
    before = after
    const record: Step['record'] = (states) => {
      if (after.pinned !== pinned) return states.recordPin({ ...ids, pinned: after.pinned, revision })
      if (after.reactions === reactions) return states.recordUpdate({ ...after, reactions: [] })
      return states.recordReaction({ ...ids, ...changedReaction(reactions, after.reactions), revision })
    }
    return { after, record }
  })
}

/** What the event of a change says; of the viewer's own, that it is theirs. */
function changedReaction(before: Message['reactions'], after: Message['reactions']) {
  const emojis = new Set([...before, ...after].map(({ emoji }) => emoji))
  for (const emoji of emojis) {
    const [one, other] = [before, after].map((list) => list.find((reaction) => reaction.emoji === emoji))
    if (one?.count === other?.count) continue
    const isOwn = (one?.mine ?? false) !== (other?.mine ?? false)
    return { emoji, count: other?.count ?? 0, ...(isOwn ? { mine: other?.mine ?? false } : {}) }
  }
  throw new Error('Nothing has changed')
}

function* permutations<T>(list: readonly T[]): Generator<T[]> {
  if (list.length === 0) yield []
  for (const [index, item] of list.entries())
    for (const rest of permutations(list.toSpliced(index, 1))) yield [item, ...rest]
}

/** Receives the events in some order, and at some place a page that was read after some of the steps. */
function receive(order: readonly Step[], page: readonly Message[], place: number): readonly Message[] {
  const states = createMessageStates()
  let shown: readonly Message[] | undefined
  const load = () => {
    shown = page.flatMap((message) => states.apply(message) ?? [])
  }
  for (const [index, step] of order.entries()) {
    if (index === place) load()
    const change = step.record(states)
    shown = shown?.flatMap((held) => change(held) ?? [])
  }
  if (!shown || place === order.length) load()
  return shown ?? []
}

const chips = (...list: [emoji: string, count: number, mine: boolean][]) =>
  list.map(([emoji, count, mine]) => ({ emoji, count, mine }))

test.each<[string, (Partial<Message> | undefined)[]]>([
  ['message.updated', [{ content: 'One' }, { content: 'Two' }, { content: 'Three' }]],
  [
    'message.reacted',
    [
      { reactions: chips(['👍', 1, false]) },
      { reactions: chips(['👍', 2, true]) },
      { reactions: chips(['👍', 1, false]) },
      { reactions: [] },
      { reactions: chips(['👍', 1, false]) },
    ],
  ],
  ['message.pinned', [{ pinned: true }, { pinned: false }, { pinned: true }]],
  ['message.deleted', [{ content: 'One' }, { reactions: chips(['👍', 1, true]) }, { pinned: true }, undefined]],
  [
    'all kinds',
    [
      { content: 'One' },
      { reactions: chips(['👍', 1, true]) },
      { pinned: true },
      { content: 'Two' },
      { reactions: chips(['👍', 1, true], ['🎉', 1, false]) },
    ],
  ],
])('%s in any order, before and after any page, leaves the newest state', (_, changes) => {
  const steps = toSteps(changes)
  const states = [first, ...steps.map(({ after }) => after)]
  const newest = states.at(-1)
  const toSorted = (message: Message) => ({
    ...message,
    revision: 0, // of the page that it was read with
    reactions: message.reactions.toSorted((one, other) => one.emoji.localeCompare(other.emoji)),
  })
  const expected = newest
    ? [newest, { ...reply, reply_to: reply.reply_to && { ...reply.reply_to, excerpt: newest.content } }]
    : [{ ...reply, reply_to: deletedQuote }]
  const wanted = JSON.stringify(expected.map(toSorted).map(withoutQuoteRevision))
  for (const order of permutations(steps))
    for (let place = 0; place <= order.length; place++)
      for (const read of states) {
        const quote = read && { ...reply.reply_to, excerpt: read.content, revision: read.revision }
        const page = [...(read ? [read] : []), { ...reply, reply_to: (quote ?? deletedQuote) as Message['reply_to'] }]
        const shown = receive(order, page, place).map(toSorted).map(withoutQuoteRevision)
        const at = `events ${order.map((step) => steps.indexOf(step) + 1)}, page of ${read?.revision} at ${place}`
        expect(JSON.stringify(shown), at).toBe(wanted)
      }
})

const withoutQuoteRevision = ({ reply_to, ...message }: Message) => ({
  ...message,
  reply_to: reply_to && { ...reply_to, revision: 0 },
})

test('a message that is created after its deletion is not shown, and a restored one is', () => {
  const states = createMessageStates()
  states.recordDeletion({ ...ids, revision: 3 })
  expect(states.apply(first)).toBeUndefined()
  expect(states.apply({ ...first, revision: 3 })).toMatchObject({ content: 'First' })
})

test('the guess of the page is shown, and is forgotten with the reply or a failure', () => {
  const states = createMessageStates()
  const held = { ...first, reactions: chips(['👍', 2, false]), revision: 4 }
  const react = (event: Omit<LiveEventMap['message.reacted'], 'conversation_id' | 'message_id' | 'emoji'>) =>
    states.recordReaction({ ...ids, emoji: '👍', ...event })
  const guessed = react({ count: 3, mine: true })(held) as Message
  expect(guessed.reactions).toEqual(chips(['👍', 3, true]))
  expect(states.apply(held)).toEqual(held)
  expect(react({ count: 2, mine: false, revision: 4 })(guessed)?.reactions).toEqual(chips(['👍', 2, false]))
  react({ count: 5, revision: 6 })
  const late = react({ count: 3, mine: true, revision: 5 })(guessed)
  expect(late?.reactions).toEqual(chips(['👍', 5, true]))
})

test('events and data of an earlier release, which have no revision, count when they arrive', () => {
  const { revision: _, ...former } = { ...first, reactions: chips(['👍', 1, false]) }
  const held = former as Message
  const states = createMessageStates()
  expect(states.recordReaction({ ...ids, emoji: '👍', count: 2 })(held)?.reactions).toEqual(chips(['👍', 2, false]))
  expect(states.recordUpdate({ ...held, content: 'New' })(held)?.content).toBe('New')
  expect(states.recordPin({ ...ids, pinned: true })(held)?.pinned).toBe(true)
  expect(states.recordDeletion(ids)(held)).toBeUndefined()
})
