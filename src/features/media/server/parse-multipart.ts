import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { badRequest } from '../../../shared/server/http/errors.ts'
import { maxFiles, maxUploadBytes, type Purpose, purposes } from '../contract.ts'
import type { FormAllowance } from './upload-limits.ts'

/** `name` is what the client calls the file. Only purposes that keep names use it. */
export type ReceivedFile = { readonly path: string; readonly bytes: number; readonly name: string }

export type MultipartForm = {
  readonly purpose: Purpose
  /** Files within the size limit, in the order of the form. */
  readonly files: readonly ReceivedFile[]
  readonly hasOversize: boolean
  /** The other fields of the form. */
  readonly fields: Readonly<Record<string, string>>
}

/** For forms whose files all have one purpose and that have other fields. */
export type FormRule = { readonly purpose: Purpose; readonly maxFieldBytes: number }

const largest = Math.max(...Object.values(maxUploadBytes))
/** A form has few fields. Parsing stops at these limits. */
const limits = { fileSize: largest + 1, files: 50, fields: 20, fieldSize: 1000, headerPairs: 100 }

/**
 * Streams the files of a form into a folder. Deletes files above their limit while they arrive. `type` may precede or
 * follow the files. Ignores the MIME types sent by the client.
 */
export async function parseMultipart(
  request: FastifyRequest,
  folder: string,
  allowance: FormAllowance,
  rule?: FormRule,
): Promise<MultipartForm> {
  if (!request.isMultipart()) throw badRequest(rule ? 'Send this as multipart form data.' : 'No valid files to upload')
  let purpose = rule?.purpose
  const fields: Record<string, string> = {}
  let count = 0
  const files: (ReceivedFile & { isOversize: boolean })[] = []

  request.raw.on('data', ({ length }: Buffer) => allowance.received(length))
  const fieldSize = rule?.maxFieldBytes ?? limits.fieldSize
  for await (const part of request.parts({ limits: { ...limits, fieldSize } })) {
    if (part.type === 'field') {
      if (rule && part.valueTruncated) throw badRequest(`${part.fieldname} is too long`)
      if (rule) fields[part.fieldname] = String(part.value)
      else if (part.fieldname === 'type') purpose = parsePurpose(part.value)
      continue
    }
    count++
    const path = join(folder, `received-${count}`)
    // Files above the maximum are counted but not stored. The client only reads the response after sending everything.
    const limit = count > maxFiles ? 0 : purpose ? maxUploadBytes[purpose] : largest
    let bytes = 0
    await pipeline(
      part.file,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          await allowance.settle()
          bytes += chunk.length
          if (bytes > limit) continue
          allowance.store(chunk.length)
          yield chunk
        }
      },
      createWriteStream(path),
    )
    files.push({ path, bytes, name: part.filename, isOversize: bytes > limit })
    if (bytes > limit) await rm(path)
  }
  if (count > maxFiles) throw badRequest(`Maximum ${maxFiles} files allowed`)

  const meant = purpose ?? 'generic'
  const fitting = files.filter(({ bytes, isOversize }) => !isOversize && bytes > 0 && bytes <= maxUploadBytes[meant])
  const isOver = ({ bytes, isOversize }: (typeof files)[number]) => isOversize || bytes > maxUploadBytes[meant]
  return { purpose: meant, files: fitting, hasOversize: files.some(isOver), fields }
}

const parsePurpose = (value: unknown): Purpose => purposes.find((purpose) => purpose === value) ?? 'generic'
