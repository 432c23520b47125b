import type { FastifyBaseLogger } from 'fastify'
import pino, { type Logger } from 'pino'

/** What a crash without a chance to write, such as SIGKILL, loses at most. */
const flushIntervalMs = 1000
/** One system call for about 25 request lines. */
const minWriteBytes = 4096
/** When nothing reads our output, later lines are dropped: neither memory nor requests may depend on a reader. */
const maxBufferedBytes = 16 * 1024 * 1024

/**
 * Standard output, written in the background in blocks. pino writes what is buffered synchronously when the process
 * exits, also by an uncaught error, and after each `fatal` line.
 */
export function openLog() {
  const log = pino.destination({
    sync: false,
    minLength: minWriteBytes,
    maxLength: maxBufferedBytes,
    periodicFlush: flushIntervalMs,
  })
  log.on('error', () => {}) // a full disk or a reader that is gone: the next write tries again, the server keeps running
  return log
}

/** Waits until the lines so far are written. An exit does not wait for a write that a slow reader delays. */
export const flushLog = (log: FastifyBaseLogger): Promise<void> =>
  new Promise((resolve) => ('flush' in log ? (log as Logger).flush(() => resolve()) : resolve()))
