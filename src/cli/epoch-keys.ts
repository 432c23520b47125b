// The keys of months in a rotation: wrapped again each time, and replaced by new ones after a theft (`--reseal`).
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { decisionKind } from '../features/moderation/server/decisions.ts'
import { listSchools } from '../shared/server/auth/school-scope.ts'
import type { SealedItem, WrappedEpoch } from '../shared/server/crypto/anonymity.ts'
import type { AuthorKeys } from '../shared/server/crypto/author-keys.ts'
import { randomLike } from '../shared/server/crypto/random-bytes.ts'
import { lastingEpoch } from '../shared/server/crypto/seal-epochs.ts'
import type { Db } from '../shared/server/db/pools.ts'
import type { EpochRings } from '../shared/server/keys/epoch-rings.ts'

/** Tables whose rows hold an author's tag and seal, and the kind that these are bound to. */
export const sealedTables = {
  posts: 'post',
  comments: 'comment',
  ratings: 'rating',
  confessions: 'confession',
  moderation_actions: decisionKind,
} as const

/** The keys of a school that are not destroyed. */
export async function listKeys(db: Db, schoolId: string): Promise<WrappedEpoch[]> {
  const { rows } = await sql<{ epoch: string; wrapped: Buffer }>`
    select epoch::text, wrapped_key as wrapped from seal_epochs
    where school_id = ${schoolId} and wrapped_key is not null order by epoch`.execute(db)
  return rows.map((row) => ({ schoolId, ...row }))
}

async function listEnded(db: Db, schoolId: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ epoch: string }>`
    select epoch::text from seal_epochs where school_id = ${schoolId} and wrapped_key is null`.execute(db)
  return new Set(rows.map(({ epoch }) => epoch))
}

/** Wraps every key with the newest SECRET_KEY. Servers unwrap either. Returns how many there are. Throws without the right key. */
export async function rewrapKeys(db: Db, rings: EpochRings): Promise<number> {
  let count = 0
  for (const schoolId of await listSchools(db)) {
    const keys = await listKeys(db, schoolId)
    for (const key of keys) await replaceKey(db, key, rewrap(rings, key))
    count += keys.length
  }
  return count
}

function rewrap(rings: EpochRings, key: WrappedEpoch): Buffer {
  try {
    return rings.rewrap(key)
  } catch {
    throw new Error('No key of a month can be unwrapped. Is SECRET_KEY_OLD the former key?')
  }
}

/** A key that was destroyed meanwhile stays destroyed. */
const replaceKey = (db: Db, { schoolId, epoch, wrapped }: WrappedEpoch, next: Buffer) =>
  sql`update seal_epochs set wrapped_key = ${next}
    where school_id = ${schoolId} and epoch = ${epoch}::date and wrapped_key = ${wrapped}`.execute(db)

/** Time after which every server writes with the newest of two keys. */
const spreadMs = 120_000
const pageSize = 500

/**
 * Replaces the keys of months and seals their rows again, while servers run: first a month has two keys, of which the new one
 * seals and either opens; then its rows follow; then the former key is dropped. Can be interrupted, and run again. The lasting
 * key stays, since what it keeps unique cannot be computed again once authorship has ended. Returns the number of rows.
 */
export async function resealMonths(
  db: Db,
  rings: EpochRings,
  keys: AuthorKeys,
  waitMs: number = spreadMs,
): Promise<number> {
  const schools = new Map<string, readonly WrappedEpoch[]>()
  for (const schoolId of await listSchools(db)) {
    const months = (await listKeys(db, schoolId)).filter(({ epoch }) => epoch !== lastingEpoch)
    for (const month of months.filter(rings.isOne))
      await replaceKey(db, month, Buffer.concat([rings.create(schoolId, month.epoch), month.wrapped]))
    schools.set(schoolId, months)
  }
  if ([...schools.values()].every((months) => months.length === 0)) return 0
  await sleep(waitMs)
  let count = 0
  for (const schoolId of schools.keys()) {
    const months = (await listKeys(db, schoolId)).filter(({ epoch }) => epoch !== lastingEpoch)
    for (const table of Object.keys(sealedTables) as (keyof typeof sealedTables)[])
      count += await resealRows(db, rings, keys, { schoolId, months, table, kind: sealedTables[table] })
    for (const table of ['reports', 'seal_requests'] as const)
      count += await resealRows(db, rings, keys, { schoolId, months, table })
    for (const month of months) await replaceKey(db, month, rings.keepNewest(month))
  }
  return count
}

type Rows = {
  readonly schoolId: string
  readonly months: readonly WrappedEpoch[]
  readonly table: string
  /** Absent in tables with copies, whose rows name it. */
  readonly kind?: string
}
type Row = {
  readonly id: string
  readonly kind: string
  readonly content_id: string
  readonly epoch: string
  readonly author_seal: Buffer
  readonly author_tag: Buffer | null
}

/**
 * Rows that no key opens, such as those of months that have ended, get other random bytes. Those of a month that began
 * meanwhile stay: its key was never copied.
 */
async function resealRows(db: Db, rings: EpochRings, keys: AuthorKeys, rows: Rows): Promise<number> {
  const { schoolId, months, table, kind } = rows
  const ended = await listEnded(db, schoolId)
  const byEpoch = new Map(months.map((month) => [month.epoch, rings.open(month) ?? []]))
  const reseal = async ({ kind: ofRow, content_id, epoch, author_seal, author_tag }: Row) => {
    const item: SealedItem = { schoolId, kind: ofRow, id: content_id }
    const ring = byEpoch.get(epoch)
    if (!ring && !ended.has(epoch)) return { author_seal, author_tag }
    const content = await keys.unsealContent(author_seal, item, ring).catch(() => undefined)
    return content
      ? keys.reseal(content, item, ring)
      : { author_seal: randomLike(author_seal), author_tag: author_tag && randomLike(author_tag) }
  }
  let count = 0
  for (let last = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows: page } = await sql<Row>`
      select id, ${kind ? sql`${kind}::text` : sql`kind`} as kind, ${kind ? sql`id` : sql`content_id`} as content_id,
        seal_epoch(author_seal)::text as epoch, author_seal, ${kind ? sql`author_tag` : sql`null::bytea`} as author_tag
      from ${sql.table(table)} where school_id = ${schoolId} and seal_epoch(author_seal) is not null
        and id > ${last}::uuid order by id limit ${pageSize}`.execute(db)
    const end = page.at(-1)
    if (!end) return count
    const renewed = await Promise.all(page.map(reseal))
    const tag = kind ? sql`, author_tag = case when stored.author_tag is not null then renewed.tag end` : sql``
    await sql`update ${sql.table(table)} as stored set author_seal = renewed.seal ${tag}
      from unnest(${page.map(({ id }) => id)}::uuid[], ${page.map(({ author_seal }) => author_seal)}::bytea[],
        ${renewed.map(({ author_tag }) => author_tag)}::bytea[], ${renewed.map(({ author_seal }) => author_seal)}::bytea[])
        as renewed (id, was, tag, seal)
      where stored.school_id = ${schoolId} and stored.id = renewed.id and stored.author_seal = renewed.was`.execute(db)
    count += page.length
    last = end.id
  }
}
