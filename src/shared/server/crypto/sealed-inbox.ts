import { createHash, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/pools.ts'
import { type Trx, withTransaction } from '../db/transaction.ts'
import type { Live } from '../live/streams.ts'
import type { Anonymity, SealedItem } from './anonymity.ts'
import { readSealMonth } from './seal-epochs.ts'

/**
 * A notification for the author of an anonymous item. `params` is absent in notices of the previous version, whose
 * servers read `sentence`.
 */
export type SealedNotice = {
  readonly kind: string
  readonly link: string
  readonly params?: object
  readonly sentence: string
}
export type OpenedNotice = SealedNotice & {
  readonly times: number
  /** Of the item, where its authorship ends: with it, the notice is deleted. */
  readonly month?: number
}
export type SealedRow = {
  readonly school_id: string
  readonly inbox: Buffer
  readonly sealed: Buffer
  readonly is_read: boolean
}

/**
 * Notifications for authors of anonymous items. Their rows name no user: each has its own mark, which only the server
 * can compute for a given user, and holds kind, text and count encrypted and padded. The read flag is written some
 * minutes later in a separate transaction, because it would link the row with the reader's other writes at that time;
 * until then it is kept in the memory of the servers.
 */
export type SealedInbox = {
  /** The marks that a user's rows can have. */
  marksOf(person: { readonly id: string; readonly schoolId: string }): Promise<readonly Buffer[]>
  open(row: Pick<SealedRow, 'school_id' | 'inbox' | 'sealed'>): OpenedNotice
  isRead(row: SealedRow): boolean
  markRead(rows: readonly SealedRow[]): void
  /** Writes the read flags that are due, or all of them. */
  flush(db: Db, options?: { all?: boolean }): Promise<void>
  /** Deletes the notices of a school about items whose month is not among these. */
  deleteEnded(trx: Trx, schoolId: string, living: readonly number[]): Promise<void>
  /** Adds a notice to the inbox of an item's author, or increments an unread one of the same kind and link. */
  deliver(db: Db, notice: SealedNotice, item: SealedItem, seal: Buffer): Promise<void>
}

/** Days until a row is deleted. */
export const sealedDaysKept = 30
const dayMs = 24 * 3600 * 1000
const weekMs = 7 * dayMs
const weeksKept = Math.ceil(sealedDaysKept / 7) + 1
/** Maximum number of rows per user and week; beyond that, the oldest is overwritten. */
const rowsPerWeek = 24
/** Notices are padded to a multiple of this. */
const padToBytes = 1024
const minReadDelayMs = 60_000
const maxReadDelayMs = 300_000
const broadcastTopic = 'sealed_read'

const weekAt = (time: number) => Math.floor(time / weekMs)

export function openSealedInbox(live: Live, anonymity: Anonymity, now = Date.now): SealedInbox {
  const box = anonymity.box('sealed inbox', padToBytes)
  const inboxContext = (schoolId: string, inbox: Buffer) => `${schoolId} ${inbox.toString('base64url')}`
  /**
   * Read, but not written yet: by a digest of the row's content, so that a later notice in the same row counts as
   * unread.
   */
  const reads = new Map<string, { row: Pick<SealedRow, 'school_id' | 'inbox'>; dueAt: number }>()
  const toDigest = (sealed: Buffer) => createHash('sha256').update(sealed).digest('hex')

  live.onBroadcast(broadcastTopic, (data) => {
    const dueAt = now() + randomInt(minReadDelayMs, maxReadDelayMs)
    for (const [digest, school_id, inbox] of data as [string, string, string][])
      reads.set(digest, { row: { school_id, inbox: Buffer.from(inbox, 'base64') }, dueAt })
  })

  const open: SealedInbox['open'] = ({ school_id, inbox, sealed }) =>
    JSON.parse(box.decrypt(sealed, inboxContext(school_id, inbox))) as OpenedNotice

  /** Undefined also for a notice that does not open: it must not keep keys from being destroyed. */
  const readMonth = (row: Pick<SealedRow, 'school_id' | 'inbox' | 'sealed'>): number | undefined => {
    try {
      return open(row).month
    } catch {
      return undefined
    }
  }

  const store = async (trx: Trx, schoolId: string, inbox: Buffer, notice: OpenedNotice): Promise<boolean> => {
    const sealed = box.encrypt(JSON.stringify(notice), inboxContext(schoolId, inbox))
    const { numAffectedRows } = await sql`
      insert into notifications as stored (school_id, inbox, kind, link, sealed, created_at)
      values (${schoolId}, ${inbox}, 'sealed', '', ${sealed}, date_trunc('day', now() at time zone 'UTC') at time zone 'UTC')
      on conflict (school_id, inbox) where inbox is not null do update
        set sealed = excluded.sealed, is_read = false, created_at = excluded.created_at`.execute(trx)
    return numAffectedRows === 1n
  }

  return {
    marksOf({ id, schoolId }) {
      const week = weekAt(now())
      const weeks = Array.from({ length: weeksKept }, (_, ago) => week - ago)
      return anonymity.inboxMarks(schoolId, id, weeks, rowsPerWeek)
    },

    open,
    isRead: (row) => row.is_read || reads.has(toDigest(row.sealed)),

    markRead(rows) {
      const fresh = rows.filter(({ is_read }) => !is_read)
      if (fresh.length === 0) return
      const data = fresh.map(({ school_id, inbox, sealed }) => [toDigest(sealed), school_id, inbox.toString('base64')])
      const dueAt = now() + randomInt(minReadDelayMs, maxReadDelayMs)
      for (const { school_id, inbox, sealed } of fresh)
        reads.set(toDigest(sealed), { row: { school_id, inbox }, dueAt })
      live.broadcast(broadcastTopic, data)
    },

    async flush(db, { all = false } = {}) {
      const due = [...reads].filter(([, { dueAt }]) => all || dueAt <= now())
      if (due.length === 0) return
      for (const [schoolId, some] of Map.groupBy(due, ([, { row }]) => row.school_id)) {
        await sql`
          update notifications set is_read = true
          from unnest(${some.map(([, { row }]) => row.inbox)}::bytea[], ${some.map(([digest]) => digest)}::text[])
            as read (inbox, digest)
          where notifications.school_id = ${schoolId} and notifications.inbox = read.inbox
            and encode(sha256(notifications.sealed), 'hex') = read.digest`.execute(db)
        for (const [digest] of some) reads.delete(digest)
      }
    },

    async deleteEnded(trx, schoolId, living) {
      const { rows } = await sql<Pick<SealedRow, 'school_id' | 'inbox' | 'sealed'>>`
        select school_id, inbox, sealed from notifications where school_id = ${schoolId} and inbox is not null`.execute(
        trx,
      )
      const ended = rows.filter((row) => {
        const month = readMonth(row)
        return month === undefined || !living.includes(month)
      })
      await sql`delete from notifications where school_id = ${schoolId}
        and inbox = any (${ended.map(({ inbox }) => inbox)}::bytea[])`.execute(trx)
    },

    async deliver(db, { kind, link, params, sentence }, item, seal) {
      const { schoolId } = item
      const month = readSealMonth(seal)
      const marks = await anonymity.inboxMarksOfAuthor(seal, item, weekAt(now()), rowsPerWeek)
      if (marks.length === 0) return // authorship has ended
      await withTransaction(db, async (trx) => {
        // Two concurrent notices for one user would otherwise take the same free mark.
        await sql`select pg_advisory_xact_lock(hashtextextended('sealed inbox ' || ${marks[0]?.toString('hex')}::text, 0))`.execute(
          trx,
        )
        const { rows } = await sql<SealedRow & { created_at: Date }>`
          select school_id, inbox, sealed, is_read, created_at from notifications
          where school_id = ${schoolId} and inbox = any (${marks}::bytea[]) order by created_at`.execute(trx)
        const same = rows
          .filter((row) => !row.is_read && !reads.has(toDigest(row.sealed)))
          .map((row) => ({ row, notice: open(row) }))
          .find(({ notice }) => notice.kind === kind && notice.link === link)
        const free = marks.slice(0, rowsPerWeek).find((mark) => !rows.some(({ inbox }) => inbox.equals(mark)))
        const oldest = rows.find(({ is_read }) => is_read) ?? rows[0]
        const inbox = same?.row.inbox ?? free ?? oldest?.inbox
        if (!inbox) throw new Error('An inbox has no marks.')
        const times = (same?.notice.times ?? 0) + 1
        const ends = month === undefined ? {} : { month }
        await store(trx, schoolId, inbox, { kind, link, ...(params && { params }), sentence, times, ...ends })
      })
    },
  }
}
