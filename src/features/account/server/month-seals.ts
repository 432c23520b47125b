import { type RawBuilder, sql } from 'kysely'
import type { SealedItem, WrappedEpoch } from '../../../shared/server/crypto/anonymity.ts'
import { type AuthorshipEnding, openPastEpoch, runEndings } from '../../../shared/server/crypto/epoch-destruction.ts'
import { randomLike } from '../../../shared/server/crypto/random-bytes.ts'
import { parseEpoch, toSealHeader, toTagHeader } from '../../../shared/server/crypto/seal-epochs.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { withTransaction } from '../../../shared/server/db/transaction.ts'
import { KeysUnavailableError } from '../../../shared/server/keys/client.ts'
import type { EpochCalls } from '../../../shared/server/keys/keys.ts'
import type { SealedData } from '../../../shared/server/personal-data.ts'

const openings = 'seal_requests'
/** Rows per statement; the servers use the database and the key process meanwhile. */
const pageSize = 200

type Tools = {
  readonly db: Db
  readonly calls: EpochCalls
  readonly sealed: readonly SealedData[]
  readonly endings: readonly AuthorshipEnding[]
  /** Notifies the authors of these openings, unless they are notified. */
  readonly notifyOpened: (ids: readonly string[]) => Promise<void>
  readonly now: RawBuilder<unknown>
  readonly signal: AbortSignal | undefined
}

/** A table with seals, and SQL of what the seal of its row `stored` is bound to and of its month. */
type SealedTable = {
  readonly table: string
  readonly kind: RawBuilder<string>
  readonly id: RawBuilder<string>
  readonly epoch: RawBuilder<string>
  readonly hasTag: boolean
  readonly unique?: SealedData['unique']
}

type Row = Readonly<Record<string, unknown>> & {
  readonly id: string
  readonly author_seal: Buffer
  readonly kind: string
  readonly content_id: string
  readonly epoch: string
}
type RenewedRow = { readonly row: Row; readonly seal: Buffer; readonly tag: Buffer; readonly isEnded: boolean }

const toFirstDay = (column: RawBuilder<unknown>) => sql`date_trunc('month', ${column} at time zone 'UTC')::date`
const createdIn = toFirstDay(sql`stored.created_at`)

/**
 * Seals the rows of a school that were written before authorship ended there into their months. Rows of months that have
 * ended already get random bytes. A row that changes meanwhile is left to who changed it. A row whose seal does not open
 * stays as it is while its month lives: its key may be missing for now.
 */
export async function sealIntoMonths(tools: Tools, lasting: WrappedEpoch): Promise<void> {
  const { db, sealed, endings, signal } = tools
  const keys = new Map<string, WrappedEpoch | undefined>()
  let hasEnded = false
  for (const sealedTable of listTables(sealed, lasting.schoolId)) {
    for (let last = '00000000-0000-0000-0000-000000000000'; ; ) {
      const rows = await findPage(db, lasting.schoolId, sealedTable, last)
      const end = rows.at(-1)
      if (!end || signal?.aborted) break
      for (const epoch of new Set(rows.map((row) => row.epoch)))
        if (!keys.has(epoch)) keys.set(epoch, await openPastEpoch(db, tools.calls, lasting.schoolId, epoch, tools.now))
      if (sealedTable.table === openings)
        await tools.notifyOpened(rows.filter((row) => !keys.get(row.epoch)).map(({ id }) => id))
      await renewUnique(tools, lasting, sealedTable, rows)
      const renewed = (
        await Promise.all(rows.map((row) => renew(tools, lasting.schoolId, row, keys.get(row.epoch))))
      ).flat()
      await store(db, lasting.schoolId, sealedTable, renewed)
      hasEnded ||= renewed.some(({ isEnded }) => isEnded)
      last = end.id
    }
  }
  if (hasEnded) await withTransaction(db, (trx) => runEndings(trx, lasting.schoolId, endings))
}

/** The items first: the copies of their seals in other tables take over their months. */
function listTables(sealed: readonly SealedData[], schoolId: string): SealedTable[] {
  const items = sealed.filter(({ keyed }) => keyed?.includes('author_seal'))
  const monthOfItem = (kind: string, id: string) => {
    const months = items.map(
      (item) => sql`(select seal_epoch(author_seal) from ${sql.table(item.table)} as item
        where item.school_id = ${schoolId} and item.id = ${sql.ref(id)} and ${sql.ref(kind)} = ${item.kind})`,
    )
    return sql<string>`coalesce(${sql.join(months)}, ${createdIn})`
  }
  const copies = ['reports', openings].map((table) => ({
    table,
    kind: sql<string>`stored.kind`,
    id: sql<string>`stored.content_id`,
    epoch: monthOfItem('stored.kind', 'stored.content_id'),
    hasTag: false,
  }))
  const decisions = sealed.filter(({ table }) => table === 'moderation_actions')
  return [
    ...items.map(({ table, kind, unique }) => ({
      table,
      kind: sql<string>`${kind}::text`,
      id: sql<string>`stored.id`,
      epoch: sql<string>`${createdIn}`,
      hasTag: true,
      unique,
    })),
    ...copies,
    ...decisions.map(({ table, kind }) => ({
      table,
      kind: sql<string>`${kind}::text`,
      id: sql<string>`stored.id`,
      epoch: monthOfItem('stored.item_kind', 'stored.item_id'),
      hasTag: true,
    })),
  ]
}

async function findPage(db: Db, schoolId: string, { table, kind, id, epoch, unique }: SealedTable, last: string) {
  const columns = (unique ? [unique.column, ...unique.from] : []).map((column) => sql`, ${sql.ref(`stored.${column}`)}`)
  const { rows } = await sql<Row>`
    select stored.id, stored.author_seal, ${kind} as kind, ${id} as content_id, (${epoch})::text as epoch
      ${sql.join(columns, sql``)}
    from ${sql.table(table)} as stored
    where stored.school_id = ${schoolId} and stored.author_seal is not null and seal_epoch(stored.author_seal) is null
      and stored.id > ${last}::uuid order by stored.id limit ${pageSize}`.execute(db)
  return rows
}

/** Of rows that must stay unique per author: their keyed hash outlives the month, and changes of SECRET_KEY. */
async function renewUnique(
  { db, calls }: Tools,
  lasting: WrappedEpoch,
  { table, unique }: SealedTable,
  rows: readonly Row[],
): Promise<void> {
  if (!unique) return
  const { schoolId } = lasting
  const hashes = await Promise.all(
    rows.map((row) =>
      unlessClosed(calls.lastingHashOfAuthor(row.author_seal, toItem(schoolId, row), lasting, unique.toParts(row))),
    ),
  )
  const found = rows.flatMap((row, index) => {
    const hash = hashes[index]
    return hash ? [{ id: row.id, was: row[unique.column] as Buffer, hash }] : []
  })
  const column = sql.ref(unique.column)
  // While servers learned of the lasting key, one may have stored a second row of a person: it keeps its former hash.
  await sql`update ${sql.table(table)} as stored set ${column} = renewed.hash
    from unnest(${found.map(({ id }) => id)}::uuid[], ${found.map(({ was }) => was)}::bytea[],
      ${found.map(({ hash }) => hash)}::bytea[]) as renewed (id, was, hash)
    where stored.school_id = ${schoolId} and stored.id = renewed.id and stored.${column} = renewed.was
      and not exists (select from ${sql.table(table)} as other where other.school_id = ${schoolId}
        and other.${column} = renewed.hash)`.execute(db)
}

async function renew(
  { calls }: Tools,
  schoolId: string,
  row: Row,
  key: WrappedEpoch | undefined,
): Promise<RenewedRow[]> {
  const item = toItem(schoolId, row)
  if (key) {
    const moved = await unlessClosed(calls.moveSeal(row.author_seal, item, item, null, key))
    return moved ? [{ row, seal: moved.author_seal, tag: moved.author_tag, isEnded: false }] : []
  }
  const month = parseEpoch(row.epoch)
  const [tag, seal] = [toTagHeader(month), toSealHeader(month)]
  return [
    {
      row,
      tag: randomLike(Buffer.concat([tag, Buffer.alloc(tagBytes)])),
      seal: randomLike(Buffer.concat([seal, Buffer.alloc(row.author_seal.length - 1)])),
      isEnded: true,
    },
  ]
}
const tagBytes = 32

const toItem = (schoolId: string, { kind, content_id: id }: Row): SealedItem => ({ schoolId, kind, id })

/** Undefined for a seal that does not open. Throws when the key process does not answer. */
const unlessClosed = <T>(call: Promise<T>): Promise<T | undefined> =>
  call.catch((error: unknown) => {
    if (error instanceof KeysUnavailableError) throw error
    return undefined
  })

async function store(db: Db, schoolId: string, { table, hasTag }: SealedTable, renewed: readonly RenewedRow[]) {
  if (renewed.length === 0) return
  // A decision whose author was forgotten has no tag.
  const tag = hasTag ? sql`, author_tag = case when stored.author_tag is not null then renewed.tag end` : sql``
  await sql`update ${sql.table(table)} as stored set author_seal = renewed.seal ${tag}
    from unnest(${renewed.map(({ row }) => row.id)}::uuid[], ${renewed.map(({ row }) => row.author_seal)}::bytea[],
      ${renewed.map((row) => row.tag)}::bytea[], ${renewed.map(({ seal }) => seal)}::bytea[])
      as renewed (id, was, tag, seal)
    where stored.school_id = ${schoolId} and stored.id = renewed.id and stored.author_seal = renewed.was`.execute(db)
}
