import { write as writeFile, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** What a crash without a chance to write, such as SIGKILL, loses at most. */
const maxDelayMs = 1000
/** One system call for about 100 request lines. */
const minBlockLength = 16 * 1024
/** While nothing can be written, later lines are dropped: neither memory nor requests may depend on a reader. */
const maxBufferedLength = 16 * 1024 * 1024

const stdout = 1
let buffered = ''
/** The bytes that are being written, or could not be. */
let block = Buffer.alloc(0)
let isWriting = false
let timer: NodeJS.Timeout | undefined

process.on('exit', flushLogSync) // also after an uncaught error

/** Standard output as a destination of pino: written in the background in blocks, and synchronously after `fatal`. */
export const openLog = () => ({ write: writeLine, flushSync: flushLogSync })

function writeLine(line: string) {
  if (buffered.length > maxBufferedLength) return
  buffered += line
  if (buffered.length >= minBlockLength) writeBlock()
  else timer ??= setTimeout(writeBlock, maxDelayMs).unref()
}

/** Writes what is buffered. After an error (a full disk, a reader that stalls or is gone) a later call tries again. */
function writeBlock() {
  clearTimeout(timer)
  timer = undefined
  if (isWriting || !takeBlock()) return
  isWriting = true
  writeFile(stdout, block, (error, written) => {
    isWriting = false
    block = block.subarray(written ?? 0)
    if (!error && (block.length > 0 || buffered.length >= minBlockLength)) writeBlock()
    else timer ??= setTimeout(writeBlock, maxDelayMs).unref()
  })
}

/** False when everything is written. */
function takeBlock(): boolean {
  if (block.length > 0) return true
  block = Buffer.from(buffered)
  buffered = ''
  return block.length > 0
}

/** Waits until the lines so far are written, or a reader has stalled for so long. */
export async function flushLog(timeoutMs: number): Promise<void> {
  for (const late = Date.now() + timeoutMs; isWriting || takeBlock(); await sleep(10)) {
    if (Date.now() > late) return
    writeBlock()
  }
}

function flushLogSync() {
  try {
    if (isWriting) writeSync(stdout, takeBuffered())
    else while (takeBlock()) block = block.subarray(writeSync(stdout, block))
  } catch {} // an exit must not wait for a disk or a reader
}

/** The lines behind a block that another thread is writing. */
function takeBuffered(): string {
  const lines = buffered
  buffered = ''
  return lines
}
