import type { ChildProcess } from 'node:child_process'
import { lchown, lstat, readdir, rename, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { FileType } from '../attachment-contract.ts'
import type { Job, Outcome } from './decoder.ts'
import type { Fingerprints } from './fingerprints.ts'
import { findProtection, killSandboxed, openExchange, type Protection, type Sandbox } from './sandbox.ts'

const program = join(import.meta.dirname, 'decoder.ts')

/** Milliseconds per file. A child process is replaced after a number of files because its memory fragments. */
const limits = { milliseconds: 15_000, files: 50 }
/** Concurrent child processes: half the cores, so that requests keep the rest. */
const maxDecoders = Math.max(1, Math.floor(availableParallelism() / 2))

/** An uploaded file, the folder for its results and their base name: `NAME.webp`, `NAME-320.webp`, … */
export type Upload = Job & { readonly path: string; readonly folder: string; readonly name: string }

export type Decoded = {
  readonly kind: 'image' | 'video' | 'file' | 'audio'
  readonly extension: 'webp' | 'mp4' | 'mov' | 'm4a' | 'weba' | FileType
  readonly path: string
  readonly bytes: number
  readonly width: number | null
  readonly height: number | null
  /** In base64. */
  readonly thumbhash: string | null
  readonly variants: readonly { readonly width: number; readonly path: string }[]
  /** Of images. */
  readonly fingerprints: Fingerprints | undefined
  /** SHA-256 of the stored bytes, of files and recordings. */
  readonly sha256?: Buffer
  /** Of files, which are stored as they are: how their sender named them. */
  readonly originalName?: string
  /** Of recordings. */
  readonly durationMs?: number
}

export type Decoders = {
  /**
   * Decodes an upload into the files to store. Waits for a free child. Rejects when the child dies or exceeds its time.
   */
  decode(upload: Upload): Promise<Decoded | { readonly refused: 'invalid' | 'too_large' }>
  close(): Promise<void>
}

/** A compromised decoder can send anything, so the reply is only trusted as far as this schema. */
const Side = z.number().int().min(1).max(8192)
const Reply: z.ZodType<Outcome> = z.union([
  z.object({ refused: z.enum(['invalid', 'too_large']) }),
  z.object({
    kind: z.literal('image'),
    width: Side,
    height: Side,
    thumbhash: z.base64().max(100),
    widths: z.array(Side).max(10),
    pixels: z.string().regex(/^[0-9a-f]{64}$/),
    phash: z
      .string()
      .regex(/^[01]{64}$/)
      .nullable(),
  }),
  z.object({
    kind: z.literal('video'),
    extension: z.enum(['mp4', 'mov']),
    width: z.number().int().min(0).max(1_000_000).nullable(),
    height: z.number().int().min(0).max(1_000_000).nullable(),
  }),
  z.object({
    kind: z.literal('audio'),
    extension: z.enum(['m4a', 'weba']),
    durationMs: z.number().int().min(0).max(86_400_000),
  }),
])

type Child = {
  readonly folder: string
  readonly uid: number | undefined
  ask(job: Job): Promise<Outcome>
  kill(): void
  isUsable(): boolean
}

/** A pool of decoder processes that start on demand. Calls `onProtection` once with the sandbox that protects them. */
export function openDecoders(dataDir: string, onProtection: (protection: Protection) => void = () => {}): Decoders {
  const slots = Array.from({ length: maxDecoders }, (): { child: Child | undefined } => ({ child: undefined }))
  const idle = [...slots]
  const waiting: ((slot: (typeof slots)[number]) => void)[] = []
  let protection: Promise<Protection> | undefined

  const start = async () => {
    protection ??= findProtection(dataDir).then((found) => {
      onProtection(found)
      return found
    })
    const { sandbox } = await protection
    return startChild(sandbox, await openExchange(dataDir, sandbox))
  }

  return {
    async decode(upload) {
      const slot = idle.pop() ?? (await new Promise<(typeof slots)[number]>((resolve) => waiting.push(resolve)))
      try {
        if (!slot.child?.isUsable()) {
          slot.child?.kill()
          slot.child = await start()
        }
        return await decodeIn(slot.child, upload)
      } finally {
        const next = waiting.shift()
        if (next) next(slot)
        else idle.push(slot)
      }
    },
    async close() {
      for (const { child } of slots) child?.kill()
      await Promise.all(slots.map(({ child }) => child && rm(child.folder, { recursive: true, force: true })))
    },
  }
}

function startChild(sandbox: Sandbox, folder: string): Child {
  const child = sandbox.start(program, folder)
  let done = 0
  let isAlive = true
  let current: { resolve: (outcome: Outcome) => void; reject: (error: Error) => void } | undefined
  const kill = () => {
    isAlive = false
    killSandboxed(child)
  }
  const lose = () => {
    isAlive = false
    killSandboxed(child) // only its wrapper may have ended
    current?.reject(new Error('The decoder ended over a file.'))
    rm(folder, { recursive: true, force: true }).catch(() => {})
  }
  child.on('exit', lose)
  child.on('error', lose)
  child.on('message', (message) => {
    const reply = Reply.safeParse(message)
    if (current && reply.success) current.resolve(reply.data)
    else kill()
  })
  unrefIdle(child)

  return {
    folder,
    uid: sandbox.uid,
    kill,
    isUsable: () => isAlive && done < limits.files,
    async ask(job) {
      const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
      current = { resolve, reject }
      const late = setTimeout(kill, limits.milliseconds)
      child.ref()
      child.channel?.ref()
      child.send(job, (error) => error && kill())
      try {
        return await promise
      } finally {
        done++
        current = undefined
        clearTimeout(late)
        unrefIdle(child)
      }
    },
  }
}

/** An idle child does not keep the server process alive. */
function unrefIdle(child: ChildProcess) {
  child.unref()
  child.channel?.unref()
}

/** Of what shows nothing. */
export const noPicture = { width: null, height: null, thumbhash: null, variants: [], fingerprints: undefined }

/**
 * Gives the child one file at a time. It never sees the folder of the upload, and the results are moved out of its own.
 */
async function decodeIn(child: Child, { path, folder, name, ...job }: Upload) {
  try {
    await rename(path, join(child.folder, 'source'))
    if (child.uid !== undefined) await lchown(join(child.folder, 'source'), child.uid, child.uid)
    const outcome = await child.ask(job)
    if ('refused' in outcome) return outcome
    const take = (from: string, to: string) => takeResult(join(child.folder, from), join(folder, to))
    if (outcome.kind === 'audio') {
      const { kind, extension, durationMs } = outcome
      const result = await take(`result.${extension}`, `${name}.${extension}`)
      return { kind, extension, ...result, ...noPicture, durationMs }
    }
    const { kind, width, height } = outcome
    if (outcome.kind === 'video') {
      const { extension } = outcome
      const result = await take('source', `${name}.${extension}`)
      return { kind, extension, ...result, width, height, thumbhash: null, variants: [], fingerprints: undefined }
    }
    const result = await take('result.webp', `${name}.webp`)
    const variants: { width: number; path: string }[] = []
    for (const width of outcome.widths.filter((width) => job.widths.includes(width)))
      variants.push({ width, path: (await take(`result-${width}.webp`, `${name}-${width}.webp`)).path })
    const { thumbhash, pixels, phash } = outcome
    const fingerprints = { pixels, phash }
    return { kind, extension: 'webp' as const, ...result, width, height, thumbhash, variants, fingerprints }
  } finally {
    await clear(child.folder).catch(child.kill)
  }
}

/**
 * Moves a result out of the child's reach before reading it. Rejects links, which could lead to any file the server can
 * read.
 */
export async function takeResult(from: string, to: string): Promise<{ path: string; bytes: number }> {
  await rename(from, to)
  const file = await lstat(to)
  if (!file.isFile() || file.nlink !== 1) throw new Error('The decoder left something else than a file.')
  const [uid, gid] = [process.getuid?.() ?? file.uid, process.getgid?.() ?? file.gid]
  if (file.uid !== uid) await lchown(to, uid, gid)
  return { path: to, bytes: file.size }
}

async function clear(folder: string) {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true })
}
