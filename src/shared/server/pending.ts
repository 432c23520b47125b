import { sql } from 'kysely'
import { defaultSealMode, type SealMode, stricterSealMode } from '../seal-modes.ts'
import { listSchools } from './auth/school-scope.ts'
import type { Viewer } from './auth/viewer.ts'
import type { Anonymity } from './crypto/anonymity.ts'
import { shuffle } from './crypto/shuffle.ts'
import type { Db } from './db/pools.ts'
import { prepared, type SqlParams } from './db/prepared.ts'
import { type Trx, withTransaction } from './db/transaction.ts'
import { HttpError, notPublishedYet, toHttpError, tooManyRequests } from './http/errors.ts'
import { forEachDueSchool } from './jobs/due-schools.ts'
import { canInclude, toPrefix } from './pending-marks.ts'
import { hideSteps, withoutTrace } from './tracing/trace.ts'

/** An anonymous item that only its author can see so far. */
export type PendingItem<Body = unknown> = {
  readonly schoolId: string
  /** The content type: selects the publisher and the format of the body. */
  readonly kind: string
  /** The id that the published item will have. The row here has no id, which would link the two. */
  readonly id: string
  readonly authorId: string
  /** Milliseconds since 1970. */
  readonly writtenAt: number
  /** Who may learn the author, by the school's rule when it was written. Absent: the default. */
  readonly sealedMode?: SealMode
  readonly body: Body
}

/**
 * Writes an item into its own tables, inside a transaction. An `HttpError` below 500 drops the item: its parent is
 * gone.
 */
export type Publisher<Body> = (trx: Trx, item: PendingItem<Body>) => Promise<void>

/** Returns the mode in which this author's item is sealed now. Throws when they may not write anonymously. */
export type WriteCheck = (
  trx: Trx,
  item: Pick<PendingItem, 'schoolId' | 'authorId' | 'kind'>,
  options: { readonly isNew: boolean },
) => Promise<SealMode>

/**
 * Anonymous items are not written to their tables by the author's request: a row's transaction, minute and position
 * would lead to what the author did just before and after. They are stored here, encrypted, for a random time, and are
 * published in shuffled batches. With a delay of 0 seconds they are published directly.
 */
export type PendingItems = {
  /** Sets the publisher of a kind. */
  register<Body>(kind: string, publisher: Publisher<Body>): void
  /** Sets what may refuse anonymous writing. It runs before an item is stored or changed, in the same transaction. */
  setCheck(check: WriteCheck): void
  /** Stores an item, in the transaction of its author's request. */
  submit(trx: Trx, item: Omit<PendingItem, 'writtenAt' | 'sealedMode'>): Promise<void>
  /** The viewer's own items that are not published yet, oldest first. None in a session that hides them. */
  listOwn(db: Db, viewer: Viewer): Promise<PendingItem[]>
  /** The same, with those that the current request has written. */
  listOwnNow(db: Db, viewer: Viewer): Promise<PendingItem[]>
  findOwn<Body>(db: Db, viewer: Viewer, kind: string, id: string): Promise<PendingItem<Body> | undefined>
  /** Replaces the body of an own item. False when it has been published meanwhile. */
  update(trx: Trx, viewer: Viewer, item: PendingItem): Promise<boolean>
  /** False when it has been published meanwhile. */
  remove(trx: Trx, viewer: Viewer, item: PendingItem): Promise<boolean>
  /**
   * Throws 409 if this is the viewer's own pending item: nothing can refer to it yet, since that would reveal its
   * author.
   */
  refuseIfOwn(db: Db, viewer: Viewer, kind: string, id: string): Promise<void>
  /** False when items are published directly. */
  readonly isDelayed: boolean
  /** Publishes due items in random order. Returns how many. */
  publishDue(db: Db): Promise<number>
  /** Publishes periodically until stopped. */
  start(db: Db, onProblem: (error: unknown) => void): { stop(): Promise<void> }
}

/** Maximum number of pending items of one user. */
const slots = 32
/** Period of one set of owner marks; longer than any delay, so that readers try the last set, too. */
const markPeriodMs = 15 * 60_000
/** Largest difference between the clocks of two servers. */
const clockSkewMs = 60_000
/** Sets of marks that a server remembers, about 3 KB each: computing one for every read would take longer than the read. */
const rememberedSets = 4000
const retryAfterSeconds = 60
const batchSize = 200

export const pendingMessage = 'Others can’t see this yet. Try again in a few minutes.'

/** Marks, encryption and decryption of rows, under the keys of `anonymity`. */
function openRows(anonymity: Anonymity) {
  const pendingContext = (schoolId: string, owner: Buffer) => `${schoolId} ${owner.toString('base64url')}`
  return {
    /** New rows get one of the first `slots`, which are under the newest key. */
    async marks(schoolId: string, userId: string, period = currentPeriod()): Promise<Buffer[]> {
      const hashes = await Promise.all(
        Array.from({ length: slots }, (_, slot) =>
          anonymity.keyedHashes('pending item', schoolId, userId, String(period), String(slot)),
        ),
      )
      const keys = hashes[0]?.length ?? 0
      return Array.from({ length: keys }, (_, key) => hashes.map((ofSlot) => ofSlot[key] as Buffer)).flat()
    },
    write: ({ schoolId, ...content }: PendingItem, owner: Buffer) =>
      anonymity.encryptPending(JSON.stringify(content), pendingContext(schoolId, owner)),
    async read(row: PendingRow): Promise<PendingItem> {
      const text = await anonymity.decryptPending(row.sealed, pendingContext(row.school_id, row.owner))
      return { ...(JSON.parse(text) as Omit<PendingItem, 'schoolId'>), schoolId: row.school_id }
    },
  }
}

const currentPeriod = () => Math.floor(Date.now() / markPeriodMs)

/** Re-encrypts the pending rows under another key. Those that are being published stay. Returns how many there were. */
export async function rekeyPendingItems(trx: Trx, before: Anonymity, after: Anonymity): Promise<number> {
  const [old, fresh] = [openRows(before), openRows(after)]
  const rows: PendingRow[] = []
  for (const schoolId of await listSchools(trx))
    rows.push(
      ...(await trx
        .selectFrom('pending_items')
        .where('school_id', '=', schoolId)
        .select(['school_id', 'owner', 'sealed'])
        .forUpdate()
        .skipLocked()
        .execute()),
    )
  const taken = new Set(rows.map(({ owner }) => owner.toString('hex')))
  for (const row of rows) {
    if (await fresh.read(row).catch(() => undefined)) continue
    const item = await old.read(row)
    const marks = await fresh.marks(item.schoolId, item.authorId)
    const owner = marks.find((mark) => !taken.has(mark.toString('hex')))
    if (!owner) throw new Error('More items of one person wait than there is room for.')
    taken.add(owner.toString('hex'))
    await trx
      .updateTable('pending_items')
      .set({ owner, sealed: await fresh.write(item, owner) })
      .where('school_id', '=', row.school_id)
      .where('owner', '=', row.owner)
      .execute()
  }
  return rows.length
}

/** One set of a user's marks: the elements of an array literal of PostgreSQL, and the marks in short. */
type ListedMarks = { readonly elements: string; readonly prefixes: readonly string[] }

const findRows = prepared((db, { schoolId, owners }: SqlParams<{ schoolId: string; owners: string }>) =>
  db
    .selectFrom('pending_items')
    .where('school_id', '=', schoolId)
    .where(sql<boolean>`owner = any (${owners}::bytea[])`)
    .select(['school_id', 'owner', 'sealed']),
)

export function openPendingItems(anonymity: Anonymity, delaySeconds: number): PendingItems {
  const { marks, write, read } = openRows(anonymity)
  const publishers = new Map<string, Publisher<unknown>>()
  let check: WriteCheck | undefined
  const tickSeconds = Math.max(delaySeconds / 12, 0.05)

  const remembered = new Map<string, ListedMarks>()
  const listMarks = async (schoolId: string, userId: string, period: number) => {
    const key = `${schoolId} ${userId} ${period}`
    const known = remembered.get(key)
    if (known) return known
    const all = await marks(schoolId, userId, period)
    const elements = all.map((mark) => `"\\\\x${mark.toString('hex')}"`).join()
    const listed = { elements, prefixes: all.map(toPrefix) }
    const [oldest] = remembered.keys()
    if (oldest && remembered.size >= rememberedSets) remembered.delete(oldest)
    remembered.set(key, listed)
    return listed
  }
  /** Reaches into the next period only where a server whose clock is ahead may have written with its marks. */
  const readableMarks = ({ schoolId, id }: Viewer) => {
    const next = Math.floor((Date.now() + clockSkewMs) / markPeriodMs)
    const periods = [...new Set([currentPeriod() - 1, currentPeriod(), next])]
    return Promise.all(periods.map((period) => listMarks(schoolId, id, period)))
  }
  const ownRows = async (db: Db, viewer: Viewer) => {
    const owners = `{${(await readableMarks(viewer)).map(({ elements }) => elements)}}`
    // Only readers who may own a waiting item look for it: a trace must not show which requests do.
    const rows = await withoutTrace(() => findRows(db, { schoolId: viewer.schoolId, owners }))
    return Promise.all(rows.map(async (row) => ({ row, item: await read(row) })))
  }
  const listOwnNow = async (db: Db, viewer: Viewer) => {
    const own = (await ownRows(db, viewer)).map(({ item }) => item)
    return own.sort((item, nextItem) => item.writtenAt - nextItem.writtenAt)
  }
  const listOwn = async (db: Db, viewer: Viewer) => {
    const { pendingMarks } = viewer
    if (!pendingMarks || viewer.hidesOwn) return []
    const sets = await readableMarks(viewer)
    return sets.some(({ prefixes }) => canInclude(pendingMarks, prefixes)) ? listOwnNow(db, viewer) : []
  }
  const findOwn = async (db: Db, viewer: Viewer, kind: string, id: string) =>
    (await listOwn(db, viewer)).find((item) => item.kind === kind && item.id === id)
  const findOwner = async (trx: Trx, viewer: Viewer, { kind, id }: PendingItem) =>
    (await ownRows(trx, viewer)).find(({ item }) => item.kind === kind && item.id === id)?.row.owner

  const submit: PendingItems['submit'] = async (trx, submitted) => {
    hideSteps()
    const sealedMode = await check?.(trx, submitted, { isNew: true })
    const item = { ...submitted, writtenAt: Date.now(), ...(sealedMode ? { sealedMode } : {}) }
    const { schoolId, authorId } = item
    if (delaySeconds === 0) return publish(trx, item)
    const insert = async (owner: Buffer): Promise<boolean> => {
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('pending_items')
        .values({
          school_id: schoolId,
          owner,
          sealed: await write(item, owner),
          publish_at: sql<Date>`now() + make_interval(secs => random() * ${delaySeconds - tickSeconds}::float8)`,
        })
        .onConflict((existing) => existing.doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows === 1n
    }
    const [first, ...others] = shuffle((await marks(schoolId, authorId)).slice(0, slots))
    if (first && (await insert(first))) return // of many marks, few are taken
    const taken = await trx
      .selectFrom('pending_items')
      .where('school_id', '=', schoolId)
      .where(sql<boolean>`owner = any (${others}::bytea[])`)
      .select('owner')
      .execute()
    for (const mark of others) if (!taken.some(({ owner }) => owner.equals(mark)) && (await insert(mark))) return
    throw tooManyRequests(retryAfterSeconds)
  }

  const publish = async (trx: Trx, item: PendingItem) => {
    const publisher = publishers.get(item.kind)
    if (!publisher) throw new Error(`Nothing publishes items of the kind ${item.kind}.`)
    await publisher(trx, item)
  }

  const publishOne = (db: Db, { school_id, owner }: Pick<PendingRow, 'school_id' | 'owner'>) =>
    withTransaction(db, async (trx) => {
      const row = await trx
        .deleteFrom('pending_items')
        .where('school_id', '=', school_id)
        .where('owner', '=', owner)
        .returning(['school_id', 'owner', 'sealed'])
        .executeTakeFirst()
      if (!row) return false // another server was faster, or the author removed it
      await publish(trx, await read(row))
      return true
    })

  const dropOrPostpone = async (db: Db, { school_id, owner }: PendingRow, error: unknown) => {
    const refusal = error instanceof HttpError ? error : toHttpError(error)
    if (refusal && refusal.status < 500) {
      await db.deleteFrom('pending_items').where('school_id', '=', school_id).where('owner', '=', owner).execute()
      return
    }
    await sql`update pending_items set publish_at = now() + make_interval(secs => ${retryAfterSeconds})
      where school_id = ${school_id} and owner = ${owner}`.execute(db)
    throw error
  }

  const publishDue: PendingItems['publishDue'] = async (db) => {
    let published = 0
    const problems: unknown[] = []
    await forEachDueSchool(db, sql`select school_id from pending_items where publish_at <= now()`, async (schoolId) => {
      const { rows } = await sql<PendingRow>`select school_id, owner, sealed from pending_items
        where school_id = ${schoolId} and publish_at <= now() order by random() limit ${batchSize}`.execute(db)
      for (const row of rows) {
        try {
          if (await publishOne(db, row)) published++
        } catch (error) {
          await dropOrPostpone(db, row, error).catch((problem) => problems.push(problem))
        }
      }
    })
    if (problems.length > 0) throw new AggregateError(problems, `${problems.length} anonymous items wait longer`)
    return published
  }

  return {
    register: (kind, publisher) => void publishers.set(kind, publisher as Publisher<unknown>),
    setCheck(next) {
      check = next
    },
    submit,
    listOwn,
    listOwnNow,
    findOwn: findOwn as PendingItems['findOwn'],
    async update(trx, viewer, changed) {
      hideSteps()
      const mode = await check?.(trx, changed, { isNew: false })
      const item = mode ? { ...changed, sealedMode: stricterSealMode(changed.sealedMode, mode) } : changed
      const owner = await findOwner(trx, viewer, item)
      if (!owner) return false
      const { numUpdatedRows } = await trx
        .updateTable('pending_items')
        .set({ sealed: await write(item, owner) })
        .where('school_id', '=', viewer.schoolId)
        .where('owner', '=', owner)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    async remove(trx, viewer, item) {
      hideSteps()
      const owner = await findOwner(trx, viewer, item)
      if (!owner) return false
      const { numDeletedRows } = await trx
        .deleteFrom('pending_items')
        .where('school_id', '=', viewer.schoolId)
        .where('owner', '=', owner)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
    async refuseIfOwn(db, viewer, kind, id) {
      if (await findOwn(db, viewer, kind, id)) throw notPublishedYet(pendingMessage)
    },
    isDelayed: delaySeconds > 0,
    publishDue,
    start(db, onProblem) {
      let running = Promise.resolve<unknown>(undefined)
      let timer: NodeJS.Timeout | undefined
      let isStopped = false
      const tick = () => {
        running = publishDue(db)
          .catch(onProblem)
          .finally(() => {
            if (!isStopped) timer = setTimeout(tick, tickSeconds * 1000)
          })
      }
      if (delaySeconds > 0) tick()
      return {
        async stop() {
          isStopped = true
          clearTimeout(timer)
          await running
        },
      }
    },
  }
}

/** The column of an item: null for the default, as in all rows of a school that never chose a mode. */
export const toSealedMode = (mode: SealMode | undefined): SealMode | null =>
  mode === undefined || mode === defaultSealMode ? null : mode

/** Seconds since 1970, rounded down to the minute: the only time that an anonymous item reveals. */
export const startOfMinute = (milliseconds: number): number => Math.floor(milliseconds / 60_000) * 60

type PendingRow = { school_id: string; owner: Buffer; sealed: Buffer }
