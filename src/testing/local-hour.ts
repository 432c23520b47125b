import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../shared/server/db/pools.ts'

/** What a test does in the hour that it has set takes less. */
const maxTestMs = 30_000
const hourMs = 3_600_000

/** Milliseconds until the present hour is over, if it would end during the test; otherwise 0. */
export function countMsToNextHour(now: number): number {
  const left = hourMs - (now % hourMs)
  return left < maxTestMs ? left : 0
}

/** Sets the time zone of a school so that its local hour is `hour`, and stays so for a while. */
export async function setLocalHour(db: Db, schoolId: string, hour: number): Promise<void> {
  await sleep(countMsToNextHour(Date.now()))
  const offset = ((hour - new Date().getUTCHours() + 36) % 24) - 12
  const timezone = offset === 0 ? 'Etc/UTC' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`
  await db.updateTable('schools').set({ timezone }).where('id', '=', schoolId).execute()
}
