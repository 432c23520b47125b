import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ByteRange, OpenFile } from '../../../shared/server/storage/storage.ts'
import type { StoredFile } from './access.ts'
import { toContentDisposition } from './file-name.ts'

/** No script execution, and not embeddable by other sites. */
export const fileHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
} as const

const types: Readonly<Record<string, string>> = {
  webp: 'image/webp',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  m4a: 'audio/mp4',
  weba: 'audio/webm',
}

export const toMimeType = (extension: string): string => types[extension] ?? 'application/octet-stream'

type FileToSend = Pick<StoredFile, 'name' | 'isReported' | 'originalName'>

/**
 * Sends a stored file or the requested range. A file of a message is only ever saved, under its name. Headers: cached for ever unless it was reported, no script execution, not
 * embeddable by other sites.
 */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, stored: FileToSend, file: OpenFile) {
  const { type, caching, disposition } = describeFile(stored)
  const range = parseRange(request, file.size)
  reply.headers({ ...fileHeaders, 'accept-ranges': 'bytes' })
  if (range === 'beyond') {
    await file.close()
    return reply.code(416).header('content-range', `bytes */${file.size}`).send()
  }
  const { from, to } = range ?? { from: 0, to: file.size - 1 }
  reply.type(type).headers({
    'cache-control': caching,
    'content-disposition': disposition,
    'content-length': to - from + 1,
  })
  if (range) reply.code(206).header('content-range', `bytes ${from}-${to}/${file.size}`)
  if (request.method === 'HEAD') {
    await file.close()
    return reply.send(Readable.from([])) // without a stream, Fastify would send Content-Length: 0
  }
  return reply.send(file.stream({ from, to }))
}

/** What a reply with this file says of it. */
export function describeFile({ name, isReported, originalName }: FileToSend) {
  const type = toMimeType(name.split('.')[1] ?? '')
  return {
    type,
    caching: isReported ? 'no-store' : 'private, max-age=31536000, immutable',
    disposition: findDisposition(type, originalName),
  }
}

function findDisposition(type: string, originalName: string | null): string {
  if (originalName !== null) return toContentDisposition(originalName)
  return type.startsWith('image/') ? 'inline' : 'attachment'
}

/** The single requested range. Several or invalid ranges return the whole file. */
export function parseRange(request: FastifyRequest, size: number): ByteRange | 'beyond' | undefined {
  // If-Range contains a validator. These files have none because they never change.
  if (request.headers['if-range'] !== undefined) return undefined
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(request.headers.range ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '')
    return last === '0'.repeat(last.length) ? 'beyond' : { from: Math.max(0, size - Number(last)), to: size - 1 }
  const from = Number(first)
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < from) return undefined
  return from >= size ? 'beyond' : { from, to }
}
