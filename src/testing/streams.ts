import type { AddressInfo } from 'node:net'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { App } from '../shared/server/services.ts'

export type StreamEvent = { readonly id: string; readonly name: string; readonly body: never }

/** Yields the events of an open stream until it ends or is disconnected. */
export async function* readEvents(response: Response): AsyncGenerator<StreamEvent> {
  const text = response.body?.pipeThrough(new TextDecoderStream())
  for await (const { id = '', event, data } of text?.pipeThrough(new EventSourceParserStream()) ?? [])
    if (event) yield { id, name: event, body: JSON.parse(data) as never }
}

/**
 * Publishes an event to the user and waits until the stream has it. Events keep their order, so everything published before has
 * arrived: only then can a test say that an event did not come.
 */
export async function waitForEarlierEvents(
  app: App,
  user: { readonly id: string; readonly schoolId: string },
  stream: { next(name: string): Promise<StreamEvent> },
): Promise<void> {
  app.live.publish(app.db, { schoolId: user.schoolId, people: [user.id] }, 'reports.pending', {
    school_id: user.schoolId,
  })
  await stream.next('reports.pending')
}

/**
 * Opens a user's event stream over a real connection. `next` waits for the next unread event of a name, `heard` holds all
 * events so far, `ended` settles when the server has ended the stream.
 */
export async function openStream(
  app: App,
  person: { readonly cookie: string },
  { after, posts = [] }: { after?: string; posts?: readonly string[] } = {},
) {
  if (!app.http.server.listening) await app.http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.http.server.address() as AddressInfo
  const control = new AbortController()
  const response = await fetch(`http://127.0.0.1:${port}/api/live?posts=${posts.join()}`, {
    headers: { cookie: person.cookie, ...(after === undefined ? {} : { 'last-event-id': after }) },
    signal: control.signal,
  })
  const heard: StreamEvent[] = []
  const waiting = new Set<() => void>()
  const given = new Map<string, number>()
  const read = async () => {
    for await (const event of readEvents(response)) {
      heard.push(event)
      for (const look of waiting) look()
    }
  }
  const ended = read().catch(() => {})
  const next = (name: string) =>
    new Promise<StreamEvent>((resolve, reject) => {
      const at = given.get(name) ?? 0
      given.set(name, at + 1)
      const late = setTimeout(() => reject(new Error(`${name} was not heard`)), 15_000)
      const look = () => {
        const found = heard.filter((event) => event.name === name)[at]
        if (!found) return
        clearTimeout(late)
        waiting.delete(look)
        resolve(found)
      }
      waiting.add(look)
      look()
    })
  if (response.status === 200) await next('reconnect')
  return { status: response.status, heard, next, ended, close: () => control.abort() }
}
