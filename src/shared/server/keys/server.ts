import { createServer, type Server } from 'node:net'
import { SealQuotaError } from '../crypto/anonymity.ts'
import { type KeyCalls, type KeyOperationName, keyOperationNames } from './operations.ts'
import { type Outcome, type Request, readMessages, toLine } from './wire.ts'

const names: ReadonlySet<string> = new Set(keyOperationNames)

/** Answers the calls of servers on a Unix socket. */
export async function serveKeys(calls: KeyCalls, path: string): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => {}) // the socket closes
    readMessages<Request>(socket, ({ id, calls: asked }) => {
      Promise.all(asked.map(([name, args]) => answer(calls, name, args)))
        .then((outcomes) => socket.destroyed || socket.write(toLine({ id, outcomes })))
        .catch(() => socket.destroy())
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  return server
}

/** A call that fails says nothing about why: what it was given may be a guess. */
async function answer(calls: KeyCalls, name: string, args: readonly unknown[]): Promise<Outcome> {
  try {
    if (!names.has(name)) return { error: 'refused' }
    return { value: await (calls[name as KeyOperationName] as (...all: readonly unknown[]) => unknown)(...args) }
  } catch (error) {
    return { error: error instanceof SealQuotaError ? 'quota' : 'refused' }
  }
}
