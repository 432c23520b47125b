import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Shot } from '../calls.ts'
import type { LoadOrder, LoadResult, RawRequest, StreamCount, StreamOrder } from './load-driver.ts'

/** Sends requests and holds event streams from a process of its own. */
export type LoadDriver = {
  run(order: LoadOrder): Promise<LoadResult>
  openStreams(order: StreamOrder): Promise<StreamCount>
  countStreams(): Promise<StreamCount>
  stop(): Promise<void>
}

export function startLoadDriver(): LoadDriver {
  const child: ChildProcess = fork(join(import.meta.dirname, 'load-driver.ts'), { serialization: 'advanced' })
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>()
  const ended = new Promise<void>((resolve) =>
    child.once('exit', () => {
      for (const { reject } of waiting.values()) reject(new Error('The load driver ended.'))
      resolve()
    }),
  )
  child.on('message', ({ id, result, error }: { id: number; result?: unknown; error?: string }) => {
    const { resolve, reject } = waiting.get(id) ?? {}
    waiting.delete(id)
    if (error === undefined) resolve?.(result)
    else reject?.(new Error(error))
  })
  let last = 0
  const order = (words: object) =>
    new Promise<unknown>((resolve, reject) => {
      const id = ++last
      waiting.set(id, { resolve, reject })
      child.send({ id, ...words })
    })
  return {
    run: (load) => order({ load }) as Promise<LoadResult>,
    openStreams: (streams) => order({ streams }) as Promise<StreamCount>,
    countStreams: () => order({ count: true }) as Promise<StreamCount>,
    stop() {
      child.kill()
      return ended
    },
  }
}

/** A request whose body may be binary. */
export type RequestParts = Omit<Shot, 'body'> & {
  readonly body?: string | Uint8Array
  readonly contentType?: string
}

export function toRawRequest(call: number, { method, path, person, body, contentType }: RequestParts): RawRequest {
  const content = body === undefined ? undefined : Buffer.from(body)
  const lines = [`${method} ${path} HTTP/1.1`, 'host: 127.0.0.1', `cookie: ${person.cookie}`]
  if (content) lines.push(`content-type: ${contentType ?? 'application/json'}`, `content-length: ${content.length}`)
  return [call, Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), ...(content ? [content] : [])])]
}
