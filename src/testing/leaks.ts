import { setTimeout as sleep } from 'node:timers/promises'

/** What still runs: open sockets, servers and child processes, and intervals. */
type Running = ReadonlyMap<object, string>

type Handle = {
  readonly constructor: { readonly name: string }
  readonly pid?: number
  readonly fd?: number
  readonly remoteAddress?: string
  readonly remotePort?: number
  readonly destroyed?: boolean
  readonly connecting?: boolean
  address?(): unknown
}

/** A closed connection or a killed process takes some turns of the event loop to disappear. */
const graceMs = 5000
const pollMs = 20

const intervals = new Map<object, string>()
const { setInterval: startInterval, clearInterval: stopInterval } = globalThis

/** Records the intervals that start from now on, with the place that started them. Repeated calls do nothing. */
export function recordIntervals(): void {
  if (globalThis.setInterval !== startInterval) return
  globalThis.setInterval = Object.assign((...args: Parameters<typeof startInterval>) => {
    const timer = startInterval(...args)
    intervals.set(timer, `an interval of ${args[1] ?? 0} ms ${findCaller()}`)
    return timer
  }, startInterval) as typeof setInterval
  globalThis.clearInterval = (timer) => {
    if (typeof timer === 'object' && timer) intervals.delete(timer)
    stopInterval(timer)
  }
}

/** The first lines of the call stack in this repository, outside of this file. */
function findCaller(): string {
  const lines = (new Error().stack ?? '').split('\n').slice(3)
  const own = lines.filter((line) => !/node_modules|node:/.test(line)).map((line) => line.trim())
  return own.slice(0, 2).join(' ') || (lines[0]?.trim() ?? '')
}

export function listRunning(): Running {
  // Without a public equivalent: getActiveResourcesInfo() gives only the types.
  const { _getActiveHandles: list } = process as unknown as { _getActiveHandles(): Handle[] }
  const isStandard = ({ fd = -1 }: Handle) => fd >= 0 && fd <= 2 // opened when a module first reads them
  const handles = list.call(process).filter((handle) => !handle.destroyed && !isStandard(handle))
  return new Map([...handles.map((handle) => [handle as object, formatHandle(handle)] as const), ...intervals])
}

function formatHandle(handle: Handle): string {
  const { pid, remoteAddress, remotePort, connecting } = handle
  if (pid !== undefined) return `the process ${pid}`
  if (remoteAddress) return `a connection to ${remoteAddress}:${remotePort}`
  const place = handle.address?.()
  return `${handle.constructor.name}${connecting ? ', connecting,' : ''} ${place ? JSON.stringify(place) : ''}`
}

/**
 * Throws if something runs that did not run before. The files of a worker share its process, so it would run during the
 * next file.
 */
export async function assertNothingLeft(before: Running): Promise<void> {
  const findLeft = () => [...listRunning()].filter(([thing]) => !before.has(thing))
  for (const until = Date.now() + graceMs; findLeft().length > 0 && Date.now() < until; ) await sleep(pollMs)
  const left = findLeft().map(([, text]) => text)
  if (left.length > 0) throw new Error(`The tests of this file leave running: ${left.join('; ')}`)
}
