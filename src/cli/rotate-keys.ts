import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { resealAuditLog } from '../features/admin/server/audit-chain.ts'
import { likeKind, likeParts } from '../features/confessions/server/likes.ts'
import { removeOutdatedLinks } from '../features/events/server/calendar-links.ts'
import { rewrapEvidence } from '../features/media/server/evidence-rotation.ts'
import { resealVanished } from '../features/messages/server/vanished.ts'
import { decisionKind, decisionLock, findFreeMark } from '../features/moderation/server/decisions.ts'
import { onceParts } from '../features/professors/server/rating-actions.ts'
import { resealPushKeys } from '../features/push/server/keys.ts'
import { recordSystemAudit } from '../shared/server/audit.ts'
import { listSchools } from '../shared/server/auth/school-scope.ts'
import {
  type Anonymity,
  maxSealedDecisions,
  type SealContent,
  type SealedItem,
} from '../shared/server/crypto/anonymity.ts'
import { type AuthorKeys, type EpochRing, openAuthorKeys } from '../shared/server/crypto/author-keys.ts'
import { openEvidenceKeys } from '../shared/server/crypto/evidence-keys.ts'
import { lastingEpoch, readSealMonth, toEpoch } from '../shared/server/crypto/seal-epochs.ts'
import { withAdvisoryLock } from '../shared/server/db/locks.ts'
import { assertNewest } from '../shared/server/db/migrate.ts'
import type { Db } from '../shared/server/db/pools.ts'
import { type Trx, withTransaction } from '../shared/server/db/transaction.ts'
import { resealReplies } from '../shared/server/http/idempotency.ts'
import { type EpochRings, openEpochRings } from '../shared/server/keys/epoch-rings.ts'
import { openKeysHere } from '../shared/server/keys/keys.ts'
import {
  parseNotice,
  type SealedPayload,
  sealedNoticeBox,
  sealNotice,
} from '../shared/server/notifications/sealed-notices.ts'
import { rekeyPendingItems } from '../shared/server/pending.ts'
import { listKeys, resealMonths, rewrapKeys, sealedTables } from './epoch-keys.ts'

/** Rows per statement, and the pause after it, which leaves the database to the servers. */
const pageSize = 500
const pauseMs = 20
/** Confessions whose likes are compared with all students of the school at a time. */
const likedPageSize = 20

type Rings = {
  /** The former keys alone. */
  readonly former: AuthorKeys
  /** The newest key alone. */
  readonly after: AuthorKeys
  /** What servers use with all keys, and with the newest alone. */
  readonly old: Anonymity
  readonly fresh: Anonymity
  /** Of the months and of what lasts, at schools where authorship ends. */
  readonly epochs: EpochRings
}
type Row = { readonly school_id: string; readonly id: string; readonly author_seal: Buffer }
type Place = { readonly school_id: string; readonly id: string }

/**
 * Re-encrypts everything that was made with older keys with the newest, in batches, so that the older ones decrypt nothing any
 * more. Servers may run, with all keys: they read what either has made, and write with the newest. Can be interrupted, and run again.
 * Rows with a month only need its key, which is wrapped again; `reseal` replaces that too. Returns a summary of row counts.
 */
export async function rotateKeys(
  db: Db,
  newest: string,
  older: readonly string[],
  { reseal = false, waitMs }: { readonly reseal?: boolean; readonly waitMs?: number } = {},
): Promise<string> {
  await assertNewest(db) // a newer release may seal in columns that would keep the former key
  const [old, fresh] = await Promise.all([openKeysHere([newest, ...older]), openKeysHere([newest])])
  const [latest = newest, ...earlier] = older
  const rings: Rings = {
    former: openAuthorKeys(latest, earlier),
    after: openAuthorKeys(newest),
    old: old.anonymity,
    fresh: fresh.anonymity,
    epochs: openEpochRings([newest, ...older]),
  }
  return withAdvisoryLock(db, 'quad rotate keys', async () => {
    const counts: Record<string, number> = {}
    let unopened = 0
    let current = 0
    const months = await rewrapKeys(db, rings.epochs)
    if (months > 0) counts.month_keys = months
    for (const [table, kind] of Object.entries(sealedTables)) {
      const renewed = await resealTable(db, rings, table, kind)
      counts[table] = renewed.count
      unopened += renewed.unopened
      current += renewed.current
    }
    if (unopened > 0 && current === 0 && Object.values(counts).every((count) => count === 0))
      throw new Error('No seal opens with these keys. Is SECRET_KEY_OLD the former key?')
    counts.reports = await resealCopies(db, rings, 'reports')
    counts.openings = await resealCopies(db, rings, 'seal_requests')
    counts.unopened = unopened
    counts.likes = await renewLikes(db, rings)
    counts.seals = await withTransaction(db, async (trx) => {
      await sql`lock table audit_seals in exclusive mode`.execute(trx) // only the job that seals new lines waits
      return resealAuditLog(trx, rings.old, rings.fresh)
    })
    counts.push_keys = await withTransaction(db, (trx) => resealPushKeys(trx, rings.old, rings.fresh))
    counts.evidence = await rewrapEvidence(db, openEvidenceKeys([newest, ...older]))
    counts.vanished = await withTransaction(db, (trx) => resealVanished(trx, rings.old, rings.fresh))
    await renewOnceTags(db, rings)
    await renewDecisionMarks(db, rings)
    await withTransaction(db, (trx) => resealJobs(trx, rings))
    await withTransaction(db, (trx) => rekeyPendingItems(trx, rings.old, rings.fresh))
    await withTransaction(db, (trx) => resealReplies(trx, rings.old, rings.fresh))
    await withTransaction(db, (trx) => removeOutdatedLinks(trx, rings.fresh))
    if (reseal) counts.resealed = await resealMonths(db, rings.epochs, rings.after, waitMs)
    // These are found by keyed hashes that cannot be recomputed, because they name no user; each is created again when
    // needed.
    await sql`delete from upload_days`.execute(db)
    await sql`delete from notifications where inbox is not null`.execute(db)
    const act = { action: 'keys.rotate', school: null, detail: counts }
    await withTransaction(db, (trx) => recordSystemAudit(trx, 'command line', act))
    return Object.entries(counts)
      .map(([what, count]) => `${count} ${what}`)
      .join(', ')
  })
}

/** Calls `work` with each page, in the order of school and id, and pauses after it. */
async function eachPage<T extends Place>(
  findPage: (after: Place) => Promise<readonly T[]>,
  work: (rows: readonly T[]) => Promise<void>,
): Promise<void> {
  const lowest = '00000000-0000-0000-0000-000000000000'
  for (let last: Place = { school_id: lowest, id: lowest }; ; ) {
    const rows = await findPage(last)
    const end = rows.at(-1)
    if (!end) return
    await work(rows)
    last = end
    await sleep(pauseMs)
  }
}

/** The content of a seal that a former key made; `current` when the newest made it, undefined when none did. */
async function openFormer(
  { former, after }: Rings,
  seal: Buffer,
  item: SealedItem,
): Promise<SealContent | 'current' | undefined> {
  const content = await former.unsealContent(seal, item).catch(() => undefined)
  if (content) return content
  const isCurrent = await after.unsealContent(seal, item).then(
    () => true,
    () => false,
  )
  return isCurrent ? 'current' : undefined
}

/** Rows whose author was forgotten hold random bytes. They do not decrypt, stay as they are, and are counted. */
async function resealTable(db: Db, rings: Rings, table: string, kind: string) {
  const totals = { count: 0, unopened: 0, current: 0 }
  const reseal = async (row: Row) => {
    const item = { schoolId: row.school_id, kind, id: row.id }
    const content = await openFormer(rings, row.author_seal, item)
    if (content === undefined) totals.unopened += 1
    if (content === 'current') totals.current += 1
    if (content === undefined || content === 'current') return []
    return [{ ...row, renewed: await rings.after.reseal(content, item) }]
  }
  const findPage = async ({ school_id, id }: Place) =>
    (
      await sql<Row>`select school_id, id, author_seal from ${sql.table(table)}
        where author_seal is not null and seal_epoch(author_seal) is null and (school_id, id) > (${school_id}::uuid, ${id}::uuid)
        order by school_id, id limit ${pageSize}`.execute(db)
    ).rows
  await eachPage(findPage, async (rows) => {
    const sealed = (await Promise.all(rows.map(reseal))).flat()
    // A row that was written meanwhile has a seal of the newest key.
    await sql`update ${sql.table(table)} as stored set author_tag = renewed.tag, author_seal = renewed.seal
      from unnest(${sealed.map(({ school_id }) => school_id)}::uuid[], ${sealed.map(({ id }) => id)}::uuid[],
        ${sealed.map(({ author_seal }) => author_seal)}::bytea[],
        ${sealed.map(({ renewed }) => renewed.author_tag)}::bytea[], ${sealed.map(({ renewed }) => renewed.author_seal)}::bytea[])
        as renewed (school_id, id, was, tag, seal)
      where stored.school_id = renewed.school_id and stored.id = renewed.id and stored.author_seal = renewed.was`.execute(
      db,
    )
    totals.count += sealed.length
  })
  return totals
}

/** Reseals the copies of seals in reports and seal requests. */
async function resealCopies(db: Db, rings: Rings, table: 'reports' | 'seal_requests'): Promise<number> {
  let count = 0
  const findPage = async ({ school_id, id }: Place) =>
    (
      await sql<Row & { kind: string; content_id: string }>`
        select school_id, id, kind, content_id, author_seal from ${sql.table(table)}
        where author_seal is not null and seal_epoch(author_seal) is null and (school_id, id) > (${school_id}::uuid, ${id}::uuid)
        order by school_id, id limit ${pageSize}`.execute(db)
    ).rows
  await eachPage(findPage, async (rows) => {
    for (const { school_id, id, kind, content_id, author_seal } of rows) {
      const item = { schoolId: school_id, kind, id: content_id }
      const content = await openFormer(rings, author_seal, item)
      if (content === undefined || content === 'current') continue
      const renewed = await rings.after.reseal(content, item)
      count += 1
      await sql`update ${sql.table(table)} set author_seal = ${renewed.author_seal}
        where school_id = ${school_id} and id = ${id} and author_seal = ${author_seal}`.execute(db)
    }
  })
  return count
}

/** No row says who liked a confession: tests each student against each confession, as an export does. */
async function renewLikes(db: Db, { former, after }: Rings): Promise<number> {
  let count = 0
  const students = new Map<string, readonly string[]>()
  const listStudents = async (schoolId: string) => {
    const rows = await db.selectFrom('users').where('school_id', '=', schoolId).select('id').execute()
    students.clear() // pages are in the order of schools
    students.set(
      schoolId,
      rows.map(({ id }) => id),
    )
    return students.get(schoolId) ?? []
  }
  const findPage = async ({ school_id, id }: Place) =>
    (
      await sql<Place & { ids: string[] }>`
        select confession.school_id, confession.id, array_remove(array_agg(confession_likes.id::text), null) as ids
        from (select school_id, id from confessions where (school_id, id) > (${school_id}::uuid, ${id}::uuid)
          order by school_id, id limit ${likedPageSize}) as confession
        left join confession_likes on confession_likes.school_id = confession.school_id
          and confession_likes.confession_id = confession.id
        group by 1, 2 order by 1, 2`.execute(db)
    ).rows
  await eachPage(findPage, async (rows) => {
    for (const { school_id: schoolId, id, ids } of rows) {
      if (ids.length === 0) continue
      const those = new Set(ids)
      const people = students.get(schoolId) ?? (await listStudents(schoolId))
      const likers = people.flatMap((person) =>
        former
          .keyedIds(...likeParts(person, id))
          .filter((was) => those.has(was))
          .map((was) => {
            const [renewed = ''] = after.keyedIds(...likeParts(person, id))
            return { was, renewed, tag: after.tag(person, { schoolId, kind: likeKind, id: renewed }) }
          }),
      )
      count += likers.length
      if (likers.length === 0) continue
      await sql`update confession_likes as stored set id = renewed.id, author_tag = renewed.tag
        from unnest(${likers.map(({ was }) => was)}::uuid[], ${likers.map(({ renewed }) => renewed)}::uuid[],
          ${likers.map(({ tag }) => tag)}::bytea[]) as renewed (was, id, tag)
        where stored.school_id = ${schoolId} and stored.id = renewed.was`.execute(db)
    }
  })
  return count
}

/**
 * Must run after the ratings were resealed, since it decrypts them with the newest key. Ratings with a month have a tag that
 * does not depend on SECRET_KEY, and so have named ones at their schools.
 */
async function renewOnceTags(db: Db, { after, epochs }: Rings): Promise<void> {
  type Rating = Place & {
    readonly author_seal: Buffer | null
    readonly reviewer_id: string | null
    readonly professor_id: string
    readonly course_id: string | null
    readonly once_tag: Buffer
  }
  const findPage = async ({ school_id, id }: Place) =>
    (
      await sql<Rating>`select school_id, id, author_seal, reviewer_id, professor_id, course_id, once_tag from ratings
        where seal_epoch(author_seal) is null and (school_id, id) > (${school_id}::uuid, ${id}::uuid)
        order by school_id, id limit ${pageSize}`.execute(db)
    ).rows
  const lastingRings = await openLasting(db, epochs)
  const toTag = async ({ school_id, id, author_seal, reviewer_id, professor_id, course_id }: Rating) => {
    const item = { schoolId: school_id, kind: sealedTables.ratings, id }
    const reviewer = author_seal ? await after.unseal(author_seal, item).catch(() => undefined) : (reviewer_id ?? '')
    if (reviewer === undefined) return randomBytes(32)
    const parts = onceParts(reviewer, professor_id, course_id)
    const lasting = author_seal ? undefined : lastingRings.get(school_id)
    return lasting ? after.lastingHash(lasting, parts) : (after.keyedHashes(...parts)[0] as Buffer)
  }
  await eachPage(findPage, async (rows) => {
    const tags = await Promise.all(rows.map(toTag))
    await sql`update ratings as stored set once_tag = renewed.tag
      from unnest(${rows.map(({ school_id }) => school_id)}::uuid[], ${rows.map(({ id }) => id)}::uuid[],
        ${rows.map(({ once_tag }) => once_tag)}::bytea[], ${tags}::bytea[]) as renewed (school_id, id, was, tag)
      where stored.school_id = renewed.school_id and stored.id = renewed.id and stored.once_tag = renewed.was
        and renewed.was <> renewed.tag`.execute(db)
  })
}

/** The lasting keys that servers make tags with, by school. */
async function openLasting(db: Db, epochs: EpochRings): Promise<ReadonlyMap<string, EpochRing>> {
  const found = new Map<string, EpochRing>()
  for (const schoolId of await listSchools(db)) {
    const { rows } = await sql`select from seal_epochs where school_id = ${schoolId} and active_at <= now()`.execute(db)
    if (rows.length === 0) continue
    const key = (await listKeys(db, schoolId)).find(({ epoch }) => epoch === lastingEpoch)
    const ring = epochs.open(key)
    if (ring) found.set(schoolId, ring)
  }
  return found
}

/** Must run after the decisions were resealed, like `renewOnceTags`. A decision gets any free mark of its author. */
async function renewDecisionMarks(db: Db, { after, epochs }: Rings): Promise<void> {
  const findMonthKey = async (schoolId: string, epoch: string) =>
    (await listKeys(db, schoolId)).find((key) => key.epoch === epoch)
  const findPage = async ({ school_id, id }: Place) =>
    (
      await sql<Row & { author_mark: Buffer }>`select school_id, id, author_seal, author_mark from moderation_actions
        where author_mark is not null and (school_id, id) > (${school_id}::uuid, ${id}::uuid)
        order by school_id, id limit ${pageSize}`.execute(db)
    ).rows
  await eachPage(findPage, async (rows) => {
    for (const { school_id, id, author_seal, author_mark } of rows) {
      const item = { schoolId: school_id, kind: decisionKind, id }
      const month = readSealMonth(author_seal)
      const key = month === undefined ? undefined : await findMonthKey(school_id, toEpoch(month))
      const author = await after.unseal(author_seal, item, epochs.open(key)).catch(() => undefined)
      const marks = author === undefined ? [] : after.decisionMarks(school_id, author)
      if (marks.some((mark) => mark.equals(author_mark))) continue
      await withTransaction(db, async (trx) => {
        if (marks.length > 0) await sql`select pg_advisory_xact_lock(${decisionLock(marks)})`.execute(trx)
        const free =
          marks.length > 0 ? await findFreeMark(trx, school_id, marks.slice(0, maxSealedDecisions)) : undefined
        await sql`update moderation_actions set author_mark = ${free ?? null}
          where school_id = ${school_id} and id = ${id} and author_mark = ${author_mark}`.execute(trx)
      })
    }
  })
}

/** Authors of anonymous items are notified after a delay: the waiting notices are jobs, each with its seal. */
async function resealJobs(trx: Trx, { former, after, old, fresh }: Rings): Promise<void> {
  const { rows } = await sql<{ id: string; payload: { sealedNotice: string } | SealedPayload }>`
    select id::text, payload from graphile_worker._private_jobs
    where payload::jsonb ? 'sealedNotice' or payload::jsonb ? 'seal' for update skip locked`.execute(trx)
  for (const { id, payload } of rows) {
    const notice = 'sealedNotice' in payload ? parseNotice(sealedNoticeBox(old), payload.sealedNotice) : payload
    const seal = Buffer.from(notice.seal, 'base64')
    const hasMonth = readSealMonth(seal) !== undefined
    const content = hasMonth ? undefined : await former.unsealContent(seal, notice.item).catch(() => undefined)
    if (!content && !hasMonth) continue
    const author_seal = content ? (await after.reseal(content, notice.item)).author_seal : seal
    const resealed = { happening: notice.happening, item: notice.item, seal: author_seal.toString('base64') }
    const sealedNotice = sealNotice(sealedNoticeBox(fresh), resealed)
    await sql`update graphile_worker._private_jobs set payload = ${JSON.stringify({ sealedNotice })}::json
      where id = ${id}::bigint`.execute(trx)
  }
}
