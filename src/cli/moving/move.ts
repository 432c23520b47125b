// A move of a school between two cells: both databases, and what every step reads and writes about its state.
import pg from 'pg'
import type { Anonymity } from '../../shared/server/crypto/anonymity.ts'

export type Move = {
  readonly schoolId: string
  /** Names of the cells. */
  readonly from: string
  readonly to: string
  readonly source: Database
  readonly target: Database
  /** Where the target's PostgreSQL reaches the source. */
  readonly sourceAddress: string
  /** Opens delayed notices, which say their school only inside. */
  readonly anonymity: Anonymity
  say(line: string): void
}

export type Database = {
  readonly client: pg.Client
  /** Another connection, for a snapshot, a lock or a setting. The caller closes it. */
  open(): Promise<pg.Client>
}

export async function openEnd(address: string): Promise<Database & { close(): Promise<void> }> {
  const open = async () => {
    const client = new pg.Client({ connectionString: address, application_name: 'quad school:move' })
    client.on('error', () => {}) // the statement that fails reports it
    await client.connect()
    return client
  }
  const client = await open()
  return { client, open, close: () => client.end() }
}

export async function select<T extends object>(client: pg.Client, text: string, values: unknown[] = []): Promise<T[]> {
  return (await client.query<T>(text, values)).rows
}

export async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {}) // the connection is lost, and with it the transaction
    throw error
  }
}

/** Of the publication, the subscription, the slot and the triggers of a school. */
export const objectName = ({ schoolId }: Pick<Move, 'schoolId'>): string => `quad_move_${schoolId.replaceAll('-', '')}`

/** A command that hangs loses its connection, and with it the lock, after this time without a statement. */
const maxSilenceMs = 1500

/**
 * Takes the lock of a school alone, which every transaction shares that writes to it. False if one runs too long. The connection that ends
 * the move at the source must be the same: it cannot commit that once the lock is lost.
 */
export async function lockWrites({ client }: Database, schoolId: string, timeoutMs: number): Promise<boolean> {
  await client.query(`set lock_timeout = ${timeoutMs}; set idle_session_timeout = ${maxSilenceMs};
    set idle_in_transaction_session_timeout = ${maxSilenceMs}`)
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [`school move ${schoolId}`])
    return true
  } catch (error) {
    if ((error as { code?: string }).code !== '55P03') throw error
    return false
  } finally {
    await client.query('reset lock_timeout')
  }
}

export async function unlockWrites({ client }: Database): Promise<void> {
  await client.query('select pg_advisory_unlock_all()')
  await client.query('reset idle_session_timeout; reset idle_in_transaction_session_timeout')
}
