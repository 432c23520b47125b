import type { LiveEventMap } from '../../../shared/live-events.ts'
import type { Message, Quote, Reaction } from '../contract.ts'

type Revision = number | undefined
/** All reactions with an emoji, and the viewer's own, each with the revision that it is known of. */
type EmojiState = {
  readonly count: number
  readonly revision: Revision
  readonly mine: boolean | undefined
  readonly mineRevision: Revision
}

/** The newest that is known of each part of a message. */
type State = {
  updated?: Message
  deletedAt?: number
  pin?: { readonly pinned: boolean; readonly revision: Revision }
  readonly reactions: Map<string, EmojiState>
}

/** A change of a cached message; without a result, it is deleted. */
export type MessageChange = (held: Message) => Message | undefined

/** Data of servers of an earlier release has no revision: what arrives last counts. */
const isOlder = (revision: Revision | null, than: Revision | null): boolean =>
  (revision ?? Infinity) < (than ?? -Infinity)

/** The excerpt of a quoted message, as the server cuts it. */
export const toExcerpt = ({ content, type }: Pick<Message, 'content' | 'type'>): string =>
  content.replace(/\s+/g, ' ').trim().slice(0, 100) || (type === 'image' ? 'Photo' : '')

const deletedQuote = { id: null, sender_id: null, sender_name: null, excerpt: 'Message deleted', revision: null }

/** Messages of which the latest changes are kept. What is older has long reached the pages. */
const maxStates = 1000

/**
 * The latest changes of messages by live events and replies. Events, replies and pages may arrive in any order: each part of
 * a message keeps its newest state, by the revision of the message. Each `record…` returns what it changes in cached messages.
 */
export function createMessageStates() {
  const states = new Map<string, State>()

  /** The state of a message, moved to the end of those that are dropped first. */
  const touch = (id: string): State => {
    const state = states.get(id) ?? { reactions: new Map() }
    states.delete(id)
    states.set(id, state)
    for (const oldest of states.keys()) {
      if (states.size <= maxStates) break
      states.delete(oldest)
    }
    return state
  }

  const withUpdate = (held: Message, { updated }: State): Message =>
    !updated || isOlder(updated.revision, held.revision)
      ? held
      : { ...updated, reactions: held.reactions, pinned: held.pinned, reply_to: held.reply_to, revision: held.revision }

  const withPin = (held: Message, { pin }: State): Message =>
    !pin || pin.pinned === held.pinned || isOlder(pin.revision, held.revision) ? held : { ...held, pinned: pin.pinned }

  const withReaction = (held: Message, emoji: string, known: EmojiState): Message => {
    const before = held.reactions.find((reaction) => reaction.emoji === emoji)
    if (isOlder(known.revision, held.revision)) return held
    const isMineKnown = known.mine !== undefined && !isOlder(known.mineRevision, held.revision)
    const mine = isMineKnown ? known.mine === true : (before?.mine ?? false)
    return { ...held, reactions: putReaction(held.reactions, { emoji, count: known.count, mine }) }
  }

  const withQuote = (held: Message): Message => {
    const quote = held.reply_to
    const state = quote?.id ? states.get(quote.id) : undefined
    if (!quote || !state) return held
    const reply_to = toQuote(quote, state)
    return reply_to === quote ? held : { ...held, reply_to }
  }

  const isDeleted = ({ id, revision }: Message) => {
    const deletedAt = states.get(id)?.deletedAt
    return deletedAt !== undefined && !(revision >= deletedAt) // a restored message has the revision of its removal
  }

  return {
    /** An edit, or the reply to one. */
    recordUpdate(message: Message): MessageChange {
      const state = touch(message.id)
      if (!state.updated || !isOlder(message.revision, state.updated.revision)) state.updated = message
      return (held) => (held.id === message.id ? withUpdate(held, state) : withQuote(held))
    },
    recordDeletion({ message_id: id, revision }: LiveEventMap['message.deleted']): MessageChange {
      if (revision === undefined)
        return (held) =>
          held.id === id
            ? undefined
            : held.reply_to?.id === id
              ? { ...held, reply_to: { ...held.reply_to, ...deletedQuote } }
              : held
      const state = touch(id)
      if (!isOlder(revision, state.deletedAt)) state.deletedAt = revision
      return (held) => (held.id === id && isDeleted(held) ? undefined : withQuote(held))
    },
    /** Without a revision, it is shown and not kept, as a reaction. */
    recordPin({ message_id: id, pinned, revision }: LiveEventMap['message.pinned']): MessageChange {
      if (revision === undefined) return (held) => (held.id === id ? { ...held, pinned } : held)
      const state = touch(id)
      if (!state.pin || !isOlder(revision, state.pin.revision)) state.pin = { pinned, revision }
      return (held) => (held.id === id ? withPin(held, state) : held)
    },
    /** Without a revision, it is a guess until the reply: shown, and not kept. */
    recordReaction({ message_id: id, emoji, ...event }: LiveEventMap['message.reacted']): MessageChange {
      const { reactions } = touch(id)
      const known = mergeReaction(event.revision === undefined ? undefined : reactions.get(emoji), event)
      if (event.revision !== undefined) reactions.set(emoji, known)
      return (held) => (held.id === id ? withReaction(held, emoji, known) : held)
    },
    /** The message after its latest edit, if that is not older. */
    newerThan({ id, revision }: Pick<Message, 'id' | 'revision'>): Message | undefined {
      const updated = states.get(id)?.updated
      return updated && !isOlder(updated.revision, revision) ? updated : undefined
    },
    /** Brings a message of a page, a reply or an event up to date. Without a result, it is deleted. */
    apply(message: Message): Message | undefined {
      if (isDeleted(message)) return undefined
      const state = states.get(message.id)
      if (!state) return withQuote(message)
      let latest = withPin(withUpdate(message, state), state)
      for (const [emoji, known] of state.reactions) latest = withReaction(latest, emoji, known)
      return withQuote(latest)
    },
  }
}

export type MessageStates = ReturnType<typeof createMessageStates>

function mergeReaction(
  known: EmojiState | undefined,
  { count, mine, revision }: Pick<LiveEventMap['message.reacted'], 'count' | 'mine' | 'revision'>,
): EmojiState {
  const own = count === 0 ? false : mine // no one reacts, so the viewer does not either
  const isLate = known !== undefined && isOlder(revision, known.revision)
  const isOwnLate = own === undefined || (known?.mine !== undefined && isOlder(revision, known.mineRevision))
  return {
    count: isLate ? known.count : count,
    revision: isLate ? known.revision : revision,
    mine: isOwnLate ? known?.mine : own,
    mineRevision: isOwnLate ? known?.mineRevision : revision,
  }
}

/** Without a count, no one reacts with the emoji any more. */
function putReaction(held: readonly Reaction[], after: Reaction): Reaction[] {
  const others = held.filter(({ emoji }) => emoji !== after.emoji)
  if (after.count === 0) return others
  return others.length < held.length
    ? held.map((reaction) => (reaction.emoji === after.emoji ? after : reaction))
    : [...held, after]
}

function toQuote(quote: Quote, { deletedAt, updated }: State): Quote {
  if (isOlder(quote.revision, deletedAt)) return { ...quote, ...deletedQuote }
  if (!updated || isOlder(updated.revision, quote.revision)) return quote
  const excerpt = toExcerpt(updated)
  return excerpt === quote.excerpt ? quote : { ...quote, excerpt }
}
