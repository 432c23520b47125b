import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { resealAuditLog } from '../features/admin/server/audit-chain.ts'
import { likeKind, likeParts } from '../features/confessions/server/likes.ts'
import { resealVanished } from '../features/messages/server/vanished.ts'
import { decisionKind } from '../features/moderation/server/decisions.ts'
import { onceTag } from '../features/professors/server/rating-actions.ts'
import { resealPushKeys } from '../features/push/server/keys.ts'
import { recordSystemAudit } from '../shared/server/audit.ts'
import type { Anonymity } from '../shared/server/crypto/anonymity.ts'
import { type AuthorKeys, openAuthorKeys } from '../shared/server/crypto/author-keys.ts'
import type { Db } from '../shared/server/db/pools.ts'
import { type Trx, withTransaction } from '../shared/server/db/transaction.ts'
import { openKeysHere } from '../shared/server/keys/keys.ts'
import { parseNotice, type SealedPayload, sealedNoticeBox, sealNotice } from '../shared/server/notifications.ts'
import { rekeyPendingItems } from '../shared/server/pending.ts'

/** Tables whose rows hold an author's tag and seal, and the kind that these are bound to. */
export const sealedTables = {
  posts: 'post',
  comments: 'comment',
  ratings: 'rating',
  confessions: 'confession',
  moderation_actions: decisionKind,
} as const

/** Rows resealed per statement. */
const pageSize = 500

/** `old` and `fresh` are what servers use of them. */
type Rings = {
  readonly before: AuthorKeys
  readonly after: AuthorKeys
  readonly old: Anonymity
  readonly fresh: Anonymity
}
type Row = { readonly school_id: string; readonly id: string; readonly author_seal: Buffer }

/**
 * Re-encrypts everything that was made with older keys with the newest, in one transaction, so that the older ones
 * decrypt nothing any more. Requires that no server runs: the tables are locked until the end. Returns a summary of row
 * counts.
 */
export async function rotateKeys(db: Db, newest: string, older: readonly string[]): Promise<string> {
  const [old, fresh] = await Promise.all([openKeysHere([newest, ...older]), openKeysHere([newest])])
  const rings: Rings = {
    before: openAuthorKeys(newest, older),
    after: openAuthorKeys(newest),
    old: old.anonymity,
    fresh: fresh.anonymity,
  }
  return withTransaction(db, async (trx) => {
    await sql`lock table posts, comments, ratings, confessions, confession_likes, reports, seal_requests, notifications,
      calendar_links, idempotency_keys, audit_seals, moderation_actions, pending_items, upload_days, push_keys, vanished in exclusive mode`.execute(
      trx,
    )
    const counts: Record<string, number> = {}
    let unopened = 0
    for (const [table, kind] of Object.entries(sealedTables)) {
      const renewed = await resealTable(trx, rings, table, kind)
      counts[table] = renewed.count
      unopened += renewed.unopened
    }
    if (unopened > 0 && Object.values(counts).every((count) => count === 0))
      throw new Error('No seal opens with these keys. Is SECRET_KEY_OLD the former key?')
    counts.reports = await resealCopies(trx, rings, 'reports')
    counts.openings = await resealCopies(trx, rings, 'seal_requests')
    counts.unopened = unopened
    counts.likes = await renewLikes(trx, rings)
    counts.seals = await resealAuditLog(trx, rings.old, rings.fresh)
    counts.push_keys = await resealPushKeys(trx, rings.old, rings.fresh)
    counts.vanished = await resealVanished(trx, rings.old, rings.fresh)
    await renewOnceTags(trx, rings)
    await renewDecisionMarks(trx, rings)
    await resealJobs(trx, rings)
    await rekeyPendingItems(trx, rings.old, rings.fresh)
    // These are found by keyed hashes that cannot be recomputed, because they name no user; each is created again when
    // needed.
    await sql`delete from idempotency_keys`.execute(trx)
    await sql`delete from calendar_links`.execute(trx)
    await sql`delete from upload_days`.execute(trx)
    await sql`delete from notifications where inbox is not null`.execute(trx)
    await recordSystemAudit(trx, 'command line', { action: 'keys.rotate', school: null, detail: counts })
    return Object.entries(counts)
      .map(([what, count]) => `${count} ${what}`)
      .join(', ')
  })
}

/** Rows whose author was forgotten hold random bytes. They do not decrypt, stay as they are, and are counted. */
async function resealTable(trx: Trx, { before, after }: Rings, table: string, kind: string) {
  const reseal = async (row: Row) => {
    const { school_id, id, author_seal } = row
    const item = { schoolId: school_id, kind, id }
    const content = await before.unsealContent(author_seal, item).catch(() => undefined)
    return content ? [{ ...row, ...(await after.reseal(content, item)) }] : []
  }
  let count = 0
  let unopened = 0
  for (let last: Row | undefined; ; ) {
    const { rows } = await sql<Row>`select school_id, id, author_seal from ${sql.table(table)}
      where author_seal is not null ${last ? sql`and (school_id, id) > (${last.school_id}::uuid, ${last.id}::uuid)` : sql``}
      order by school_id, id limit ${pageSize}`.execute(trx)
    if (rows.length === 0) return { count, unopened }
    const sealed = (await Promise.all(rows.map(reseal))).flat()
    await sql`update ${sql.table(table)} as stored set author_tag = renewed.tag, author_seal = renewed.seal
      from unnest(${sealed.map(({ school_id }) => school_id)}::uuid[], ${sealed.map(({ id }) => id)}::uuid[],
        ${sealed.map(({ author_tag }) => author_tag)}::bytea[], ${sealed.map(({ author_seal }) => author_seal)}::bytea[])
        as renewed (school_id, id, tag, seal)
      where stored.school_id = renewed.school_id and stored.id = renewed.id`.execute(trx)
    count += sealed.length
    unopened += rows.length - sealed.length
    last = rows.at(-1)
  }
}

/** Reseals the copies of seals in reports and seal requests. */
async function resealCopies(trx: Trx, { before, after }: Rings, table: 'reports' | 'seal_requests'): Promise<number> {
  const { rows } = await sql<Row & { kind: string; content_id: string }>`
    select school_id, id, kind, content_id, author_seal from ${sql.table(table)} where author_seal is not null`.execute(
    trx,
  )
  let count = 0
  for (const { school_id, id, kind, content_id, author_seal } of rows) {
    const item = { schoolId: school_id, kind, id: content_id }
    const content = await before.unsealContent(author_seal, item).catch(() => undefined)
    if (!content) continue // not even decryptable with the older key
    const renewed = await after.reseal(content, item)
    count += 1
    await sql`update ${sql.table(table)} set author_seal = ${renewed.author_seal}
      where school_id = ${school_id} and id = ${id}`.execute(trx)
  }
  return count
}

/** No row says who liked a confession: tests each student against each confession, as an export does. */
async function renewLikes(trx: Trx, { before, after }: Rings): Promise<number> {
  const { rows: liked } = await sql<{ school_id: string; confession_id: string; ids: string[] }>`
    select school_id, confession_id, array_agg(id::text) as ids from confession_likes group by 1, 2`.execute(trx)
  let count = 0
  for (const schoolId of new Set(liked.map(({ school_id }) => school_id))) {
    const people = await trx.selectFrom('users').where('school_id', '=', schoolId).select('id').execute()
    for (const { confession_id, ids } of liked.filter(({ school_id }) => school_id === schoolId)) {
      const those = new Set(ids)
      const likers = people
        .map(({ id: person }) => ({ person, id: before.keyedId(...likeParts(person, confession_id)) }))
        .filter(({ id }) => those.has(id))
      const renewed = likers.map(({ person }) => after.keyedId(...likeParts(person, confession_id)))
      const tags = likers.map(({ person }, index) =>
        after.tag(person, { schoolId, kind: likeKind, id: renewed[index] ?? '' }),
      )
      await sql`update confession_likes as stored set id = renewed.id, author_tag = renewed.tag
        from unnest(${likers.map(({ id }) => id)}::uuid[], ${renewed}::uuid[], ${tags}::bytea[])
          as renewed (was, id, tag)
        where stored.school_id = ${schoolId} and stored.id = renewed.was`.execute(trx)
      count += likers.length
    }
  }
  return count
}

/** Must run after the ratings were resealed, since it decrypts them with the newest key. */
async function renewOnceTags(trx: Trx, { after, fresh }: Rings): Promise<void> {
  const { rows } = await sql<
    Omit<Row, 'author_seal'> & {
      author_seal: Buffer | null
      reviewer_id: string | null
      professor_id: string
      course_id: string | null
    }
  >`select school_id, id, author_seal, reviewer_id, professor_id, course_id from ratings`.execute(trx)
  const tags = await Promise.all(
    rows.map(async ({ school_id, id, author_seal, reviewer_id, professor_id, course_id }) => {
      const item = { schoolId: school_id, kind: sealedTables.ratings, id }
      const reviewer = author_seal ? await after.unseal(author_seal, item).catch(() => undefined) : (reviewer_id ?? '')
      return reviewer === undefined ? randomBytes(32) : onceTag(fresh, reviewer, professor_id, course_id)
    }),
  )
  await sql`update ratings as stored set once_tag = renewed.tag
    from unnest(${rows.map(({ school_id }) => school_id)}::uuid[], ${rows.map(({ id }) => id)}::uuid[], ${tags}::bytea[])
      as renewed (school_id, id, tag)
    where stored.school_id = renewed.school_id and stored.id = renewed.id`.execute(trx)
}

/** Must run after the decisions were resealed, like `renewOnceTags`. */
async function renewDecisionMarks(trx: Trx, { before, after }: Rings): Promise<void> {
  const { rows } = await sql<Row & { author_mark: Buffer }>`select school_id, id, author_seal, author_mark
    from moderation_actions where author_mark is not null`.execute(trx)
  for (const { school_id, id, author_seal, author_mark } of rows) {
    const author = await after
      .unseal(author_seal, { schoolId: school_id, kind: decisionKind, id })
      .catch(() => undefined)
    const n = author ? before.decisionMarks(school_id, author).findIndex((mark) => mark.equals(author_mark)) : -1
    const mark = author && n >= 0 ? (after.decisionMarks(school_id, author)[n] ?? null) : null
    await sql`update moderation_actions set author_mark = ${mark} where school_id = ${school_id} and id = ${id}`.execute(
      trx,
    )
  }
}

/** Authors of anonymous items are notified after a delay: the waiting notices are jobs, each with its seal. */
async function resealJobs(trx: Trx, { before, after, old, fresh }: Rings): Promise<void> {
  const { rows } = await sql<{ id: string; payload: { sealedNotice: string } | SealedPayload }>`
    select id::text, payload from graphile_worker._private_jobs
    where payload::jsonb ? 'sealedNotice' or payload::jsonb ? 'seal'`.execute(trx)
  for (const { id, payload } of rows) {
    const notice = 'sealedNotice' in payload ? parseNotice(sealedNoticeBox(old), payload.sealedNotice) : payload
    const content = await before.unsealContent(Buffer.from(notice.seal, 'base64'), notice.item).catch(() => undefined)
    if (!content) continue
    const { author_seal } = await after.reseal(content, notice.item)
    const resealed = { happening: notice.happening, item: notice.item, seal: author_seal.toString('base64') }
    const sealedNotice = sealNotice(sealedNoticeBox(fresh), resealed)
    await sql`update graphile_worker._private_jobs set payload = ${JSON.stringify({ sealedNotice })}::json
      where id = ${id}::bigint`.execute(trx)
  }
}
