import pg from 'pg'
import { type Db, findDirectSettings } from './pools.ts'

const listenRetryMs = 1000

/**
 * Listens to a PostgreSQL channel on a separate connection until stopped. `onGap` runs whenever notifications may have
 * been missed.
 */
export async function listen(db: Db, channel: string, hear: (text: string) => void, onGap: () => void) {
  const options = findDirectSettings(db)
  if (!options) throw new Error('Only an open database can be listened to.')
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let stopped = false
  const connect = async () => {
    const fresh = new pg.Client(options) // not from the pool, which would wait for it when it closes
    const lose = () => {
      if (client !== fresh) return
      client = undefined
      fresh.end().catch(() => {})
      again()
    }
    fresh.on('error', lose)
    fresh.on('end', lose)
    fresh.on('notification', ({ payload = '' }) => hear(payload))
    await fresh.connect()
    await fresh.query(`listen ${channel}`)
    if (stopped) return void fresh.end()
    client = fresh
  }
  const again = () => {
    if (stopped) return
    retry = setTimeout(() => connect().then(onGap, again), listenRetryMs)
    retry.unref()
  }
  await connect()
  return async () => {
    stopped = true
    clearTimeout(retry)
    const last = client
    client = undefined
    await last?.end()
  }
}
