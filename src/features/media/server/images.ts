import { type ChildProcess, type ForkOptions, fork, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Job, Outcome } from './decoder.ts'

const program = join(import.meta.dirname, 'decoder.ts')
const prlimit = '/usr/bin/prlimit'

/** Milliseconds for one file; files after which a child is replaced, since memory wears out. */
const limits = { milliseconds: 15_000, files: 50 }
/** Children at a time: half the cores, so that requests keep the rest. */
const mostChildren = Math.max(1, Math.floor(availableParallelism() / 2))
/** Megabytes of a child's JavaScript, and bytes of all it may write to. */
const memory = { heap: 96, data: 1024 ** 3 }

export type Decoders = {
  /** Makes of an upload what we keep. Waits for its turn; rejects when the child dies over it or takes too long. */
  decode(job: Job): Promise<Outcome>
  close(): void
}

type Waiting = { job: Job; resolve: (outcome: Outcome) => void; reject: (error: Error) => void }
type Child = {
  readonly process: ChildProcess
  done: number
  current: Waiting | undefined
  late: NodeJS.Timeout | undefined
}

/** A small pool of decoder processes, started when first needed. */
export function openDecoders(): Decoders {
  const children = new Set<Child>()
  const queue: Waiting[] = []

  const next = () => {
    if (queue.length === 0) return
    const idle = [...children].find(({ current }) => current === undefined)
    const child = idle ?? (children.size < mostChildren ? start() : undefined)
    const waiting = child && queue.shift()
    if (!child || !waiting) return
    child.current = waiting
    child.late = setTimeout(() => child.process.kill('SIGKILL'), limits.milliseconds)
    child.process.ref()
    child.process.channel?.ref()
    child.process.send(waiting.job, (error) => error && child.process.kill('SIGKILL'))
  }

  const start = (): Child => {
    const child: Child = { process: startProcess(), done: 0, current: undefined, late: undefined }
    children.add(child)
    child.process.on('message', (outcome: Outcome) => {
      const { current } = child
      release(child)
      if (++child.done >= limits.files) retire(child)
      current?.resolve(outcome)
      next()
    })
    const lose = () => {
      const { current } = child
      release(child)
      children.delete(child)
      current?.reject(new Error('The decoder ended over a file.'))
      next()
    }
    child.process.on('exit', lose)
    child.process.on('error', lose)
    return child
  }

  const retire = (child: Child) => {
    children.delete(child)
    child.process.disconnect()
  }

  return {
    decode: (job) =>
      new Promise((resolve, reject) => {
        queue.push({ job, resolve, reject })
        next()
      }),
    close() {
      for (const { process } of children) process.kill('SIGKILL')
    },
  }
}

function release(child: Child) {
  clearTimeout(child.late)
  child.current = undefined
  child.process.unref() // an idle child keeps nobody waiting
  child.process.channel?.unref()
}

/** glibc gives the pixels of one picture back before the next one comes: 117 MB after each instead of up to 230. */
const malloc = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }

/** Knows nothing of the server's environment, above all none of its secrets. */
function startProcess(): ChildProcess {
  const node = [`--max-old-space-size=${memory.heap}`, '--expose-gc', '--disable-warning=ExperimentalWarning']
  const options: ForkOptions = { env: malloc, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }
  if (!existsSync(prlimit)) return fork(program, [], { ...options, execArgv: node })
  return spawn(prlimit, [`--data=${memory.data}`, process.execPath, ...node, program], options as object)
}
