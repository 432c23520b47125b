import type { FastifyReply, FastifyRequest } from 'fastify'
import { isFromProxy } from '../../../shared/server/http/forwarded.ts'
import type { ByteRange } from '../../../shared/server/storage/storage.ts'
import type { StoredFile } from './access.ts'
import { describeFile, fileHeaders, parseRange } from './send-file.ts'

/** Conditions that the server ignores. A proxy would answer them, from the time at which a file was stored. */
const conditions = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since', 'if-range']

/** What a proxy is to send: all of a file, or this part. */
type ForProxy = { readonly range: ByteRange | undefined }

/**
 * Undefined if the server sends the file: unless a trusted proxy that sends files requests the file, or one range of it. A proxy answers
 * HEAD, conditions and other ranges differently.
 */
export function toProxyRequest(request: FastifyRequest, { size }: Pick<StoredFile, 'size'>): ForProxy | undefined {
  const { method, headers } = request
  if (method !== 'GET' || headers['x-sendfile-type'] !== 'X-Accel-Redirect' || !isFromProxy(request)) return undefined
  if (conditions.some((name) => headers[name] !== undefined)) return undefined
  if (headers.range === undefined) return { range: undefined }
  const range = size === undefined ? undefined : parseRange(request, size)
  return range === undefined || range === 'beyond' ? undefined : { range }
}

/**
 * Tells the proxy where it finds the file. The proxy copies some headers of this reply to whatever it sends in the end, also to an error,
 * so those of the file have other names, and no default stays.
 */
export function sendByProxy(
  reply: FastifyReply,
  stored: StoredFile,
  { path, range }: ForProxy & { readonly path: string },
): FastifyReply {
  const { type, caching, disposition } = describeFile(stored)
  return reply
    .removeHeader('cache-control')
    .headers({
      ...fileHeaders,
      'x-accel-redirect': path,
      'x-file-cache-control': caching,
      'x-file-disposition': disposition,
      ...(range && { 'x-file-range': `bytes=${range.from}-${range.to}` }), // not every store knows the form `bytes=-5`
    })
    .type(type)
    .send('')
}
