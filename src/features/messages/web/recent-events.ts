import type { Message } from '../contract.ts'

/** When the request of each reply was sent, in milliseconds of `performance.now()`. */
const sentAt = new WeakMap<object, number>()

/** Sends a request, and remembers for its reply when that was. */
export async function withSendTime<Reply extends object>(send: () => Promise<Reply>): Promise<Reply> {
  const time = performance.now()
  const reply = await send()
  sentAt.set(reply, time)
  return reply
}

/** When the request of a reply was sent; undefined for what a cache holds. */
export const findSendTime = (reply: object): number | undefined => sentAt.get(reply)

/** Gives data that is made from a reply its time. */
export function copySendTime<Data extends object>(reply: object, data: Data): Data {
  const time = sentAt.get(reply)
  if (time !== undefined) sentAt.set(data, time)
  return data
}

/** More events do not arrive while a request waits. */
const maxEvents = 500

type MessageEvent = { readonly message: Message; readonly time: number }
type ReadEvent = { readonly id: string; readonly user: string; readonly read_seq: number; readonly time: number }

/**
 * The latest messages and read positions that events and replies have brought. A reply whose request was sent before may lack
 * them, although it arrives after them.
 */
export function createRecentEvents() {
  let messages: readonly MessageEvent[] = []
  let reads: readonly ReadEvent[] = []
  return {
    addMessage(message: Message): void {
      messages = [...messages, { message, time: performance.now() }].slice(-maxEvents)
    },
    addRead(id: string, user: string, read_seq: number): void {
      reads = [...reads, { id, user, read_seq, time: performance.now() }].slice(-maxEvents)
    },
    /** Forgets the messages of a conversation whose history is cleared. */
    forget(id: string): void {
      messages = messages.filter(({ message }) => message.conversation_id !== id)
    },
    findMessages: (id: string, since = -Infinity): readonly Message[] =>
      messages.flatMap(({ message, time }) => (message.conversation_id === id && time >= since ? message : [])),
    /** The position of a participant; 0 if no event says it. */
    findRead: (id: string, user: string, since: number): number =>
      Math.max(
        0,
        ...reads.map((read) => (read.id === id && read.user === user && read.time >= since ? read.read_seq : 0)),
      ),
  }
}
