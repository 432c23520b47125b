import type { Db } from '../shared/server/db/pools.ts'

/** Sets the time zone of a school so that its local hour is `hour`. */
export async function setLocalHour(db: Db, schoolId: string, hour: number): Promise<void> {
  const offset = ((hour - new Date().getUTCHours() + 36) % 24) - 12
  const timezone = offset === 0 ? 'Etc/UTC' : `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`
  await db.updateTable('schools').set({ timezone }).where('id', '=', schoolId).execute()
}
