// Attacks by a thief without SECRET_KEY: heuristics that attribute anonymous items to users by nearby data.
import type { AnonymousItem, Campus } from './campus.ts'
import type { Loot, LootRow } from './loot.ts'

/** Weights by user: how likely each is the author of an item. */
export type Suspicion = Map<string, number>
/** One heuristic: suspicions by item id. */
export type Attack = (loot: Loot, campus: Campus) => Map<string, Suspicion>

const add = (suspicion: Suspicion, user: string, weight: number) =>
  suspicion.set(user, (suspicion.get(user) ?? 0) + weight)

/** Caches a function of a row or file for all attacks. */
function memoize<Key extends object, Value>(read: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, Value>()
  return (key) => {
    const value = known.get(key) ?? read(key)
    known.set(key, value)
    return value
  }
}

const getSuspicion = (all: Map<string, Suspicion>, item: string) => {
  const known = all.get(item) ?? new Map<string, number>()
  all.set(item, known)
  return known
}

/** Columns that name the acting user; the subject of a row says nothing about its author. */
const actorColumns = ['user_id', 'author_id', 'owner_id', 'reporter_id', 'reviewer_id', 'actor_id', 'sender_id']
const findActors = memoize(({ values, table }: LootRow): readonly string[] => {
  const named = actorColumns.map((column) => values[column]).filter((value) => typeof value === 'string')
  const own = table === 'users' && typeof values.id === 'string' ? [values.id] : []
  return [...named, ...own]
})
const groupRowsByItem = (loot: Loot, items: readonly AnonymousItem[]) => {
  const ids = new Set(items.map(({ id }) => id))
  const tables = new Set(items.map(({ table }) => table))
  const found = loot.rows.filter(
    (row) => ids.has(getItemId(row)) && (row.table === 'uploads' || tables.has(row.table as AnonymousItem['table'])),
  )
  return Map.groupBy(found, getItemId)
}
const getItemId = ({ table, values }: LootRow) => String(table === 'uploads' ? values.item_id : values.id)

const guid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const findGuids = memoize(({ text }: { readonly text: string }): ReadonlySet<string> => new Set(text.match(guid)))

/** Rows of other tables that name an item: reactions of users. */
const isAboutItem = (row: LootRow, id: string) => findGuids(row).has(id)

/** A row, file or Redis value that names an item and a user who did not react to it. */
const sameRow: Attack = (loot, { items, people }) => {
  const found = new Map<string, Suspicion>()
  const ids = new Set(items.map(({ id }) => id))
  const users = new Set(people.map(({ id }) => id))
  const reactions = ['post_likes', 'comments', 'comment_likes', 'reports', 'rating_votes', 'notifications']
  const sources = [
    ...loot.rows.filter(({ table }) => !reactions.includes(table)),
    ...loot.files,
    ...loot.redis.map((text) => ({ text })),
  ]
  for (const source of sources) {
    const guids = findGuids(source)
    const authors = [...guids].filter((guid) => users.has(guid))
    for (const item of [...guids].filter((guid) => ids.has(guid)))
      for (const author of authors) add(getSuspicion(found, item), author, 1 / authors.length)
  }
  return found
}

/** Prepared personal data exports: they list their owner's anonymous items. */
const throughExports: Attack = (loot, { items }) => {
  const found = new Map<string, Suspicion>()
  for (const { table, values } of loot.rows) {
    if (table !== 'exports' || typeof values.file !== 'string') continue
    const { file, user_id } = values
    const text = loot.files.find(({ path }) => path.includes(file))?.text ?? ''
    for (const { id } of items) if (text.includes(id)) add(getSuspicion(found, id), String(user_id), 1)
  }
  return found
}

/** Values that are unlikely to be shared by chance: long, and in few rows. */
const rareValues = ({ values }: LootRow) =>
  Object.entries(values)
    .filter(([column]) => column !== 'school_id')
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter((value): value is string => typeof value === 'string' && value.length >= 8)

/** Two rows that share a rare value, one with an item and one with a user. */
const sharedValue: Attack = (loot, { items }) => {
  const pairs = loot.rows.flatMap((row) => [...new Set(rareValues(row))].map((value) => ({ value, row })))
  const pairsByValue = Map.groupBy(pairs, ({ value }) => value)
  const found = new Map<string, Suspicion>()
  const reactions = ['post_likes', 'comments', 'comment_likes', 'reports', 'rating_votes']
  for (const [id, rows] of groupRowsByItem(loot, items)) {
    for (const row of rows) {
      for (const value of rareValues(row)) {
        const sharing = pairsByValue.get(value) ?? []
        if (value === id || sharing.length > 5) continue
        const others = sharing.filter((other) => other.row !== row && !reactions.includes(other.row.table))
        for (const { row: other } of others)
          for (const actor of findActors(other)) add(getSuspicion(found, id), actor, 1)
      }
    }
  }
  return found
}

/** Users in the transactions next to an item's: weights decrease with the distance. */
const besideInTransactions =
  (before: number, after: number, weigh: (distance: number) => number): Attack =>
  (loot, { items }) => {
    const named = loot.rows
      .flatMap((row) => findActors(row).map((actor) => ({ at: row.transaction, actor, row })))
      .sort((entry, nextEntry) => entry.at - nextEntry.at)
    const found = new Map<string, Suspicion>()
    for (const [id, rows] of groupRowsByItem(loot, items)) {
      const suspicion = getSuspicion(found, id)
      for (const { transaction: at } of rows) {
        let index = lowerBound(named, at - before)
        for (; index < named.length; index++) {
          const near = named[index] as (typeof named)[number]
          if (near.at > at + after) break
          if (!isAboutItem(near.row, id)) add(suspicion, near.actor, weigh(Math.abs(near.at - at)))
        }
      }
    }
    return found
  }

function lowerBound(sorted: readonly { readonly at: number }[], at: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.at ?? 0) < at) low = middle + 1
    else high = middle
  }
  return low
}

/** Users who wrote the rows before and after an item's in its table. */
const besideInTable: Attack = (loot, { items }) => {
  const found = new Map<string, Suspicion>()
  const itemRows = groupRowsByItem(loot, items)
  const byTable = Map.groupBy(loot.rows, ({ table }) => table)
  for (const rows of byTable.values()) {
    const sorted = rows.toSorted((row, nextRow) => row.ctid[0] - nextRow.ctid[0] || row.ctid[1] - nextRow.ctid[1])
    for (const [index, row] of sorted.entries()) {
      const id = getItemId(row)
      if (!itemRows.get(id)?.includes(row)) continue
      for (const distance of [1, 2, 3])
        for (const other of [sorted[index - distance], sorted[index + distance]])
          if (other) for (const actor of findActors(other)) add(getSuspicion(found, id), actor, 1 / distance)
    }
  }
  return found
}

const parseTimes = ({ values }: LootRow) =>
  Object.values(values)
    .filter((value): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value))
    .map((value) => new Date(value).getTime())

/** Users who acted near the timestamps of the item's rows and files: before them, and nearer counts more. */
const besideInTime: Attack = (loot, { items }) => {
  const named = loot.rows
    .flatMap((row) => findActors(row).flatMap((actor) => parseTimes(row).map((time) => ({ at: time, actor, row }))))
    .sort((entry, nextEntry) => entry.at - nextEntry.at)
  const found = new Map<string, Suspicion>()
  for (const [id, rows] of groupRowsByItem(loot, items)) {
    const names = rows.filter(({ table }) => table === 'uploads').map(({ values }) => String(values.name))
    const files = loot.files.filter(({ path }) => names.some((name) => path.includes(name)))
    const moments = [
      ...rows.flatMap(parseTimes),
      ...files.flatMap(({ mtime, ctime, birthtime }) => [mtime, ctime, birthtime]),
    ]
    for (const moment of moments) {
      for (let index = lowerBound(named, moment - 2000); index < named.length; index++) {
        const near = named[index] as (typeof named)[number]
        if (near.at > moment + 500) break
        if (!isAboutItem(near.row, id)) add(getSuspicion(found, id), near.actor, 1 / (50 + Math.abs(near.at - moment)))
      }
    }
  }
  return found
}

/** Sizes and byte totals that a user and an item's files have in common. */
const sameSize: Attack = (loot, { items }) => {
  const found = new Map<string, Suspicion>()
  const findSizes = ({ values }: LootRow) =>
    Object.values(values).filter((value): value is number => typeof value === 'number' && value > 200)
  const itemRows = [...groupRowsByItem(loot, items)].flatMap(([id, rows]) =>
    rows.flatMap((row) => [...new Set(findSizes(row).flatMap(nearSizes))].map((size) => ({ id, size }))),
  )
  const itemsBySize = Map.groupBy(itemRows, ({ size }) => size)
  for (const row of loot.rows) {
    if (row.table === 'uploads') continue
    for (const actor of findActors(row))
      for (const size of findSizes(row))
        for (const { id } of itemsBySize.get(Math.round(size)) ?? []) add(getSuspicion(found, id), actor, 1)
  }
  return found
}
/** Sizes within two bytes count as equal. */
const nearSizes = (size: number) => [-2, -1, 0, 1, 2].map((difference) => Math.round(size) + difference)

/**
 * Notices about anonymous items: the owner of the inbox follows from other rows of the same transaction or time, and
 * the item from kind, count and order.
 */
const throughNotices: Attack = (loot, { items }) => {
  const sealed = loot.rows.filter(({ table, values }) => table === 'notifications' && values.inbox !== null)
  const named = loot.rows.filter((row) => findActors(row).length > 0)
  const byTransaction = Map.groupBy(named, ({ transaction }) => transaction)
  const byReading = Map.groupBy(
    named.filter(({ values }) => typeof values.read_at === 'string'),
    ({ values }) => String(values.read_at),
  )
  const owners = new Map<string, Suspicion>()
  for (const row of sealed) {
    const owner = getSuspicion(owners, String(row.values.inbox))
    for (const other of byTransaction.get(row.transaction) ?? [])
      for (const actor of findActors(other)) add(owner, actor, 1)
    if (typeof row.values.read_at === 'string')
      for (const other of byReading.get(row.values.read_at) ?? [])
        for (const actor of findActors(other)) add(owner, actor, 1)
  }
  const counts = new Map<string, { like: number; comment: number }>()
  for (const { table, values } of loot.rows) {
    if (table !== 'post_likes' && table !== 'comments') continue
    const count = counts.get(String(values.post_id)) ?? { like: 0, comment: 0 }
    counts.set(String(values.post_id), count)
    count[table === 'post_likes' ? 'like' : 'comment']++
  }
  const found = new Map<string, Suspicion>()
  for (const row of sealed) {
    const owner = owners.get(String(row.values.inbox))
    const { kind, times } = row.values
    if (!owner || owner.size === 0 || (kind !== 'like' && kind !== 'comment')) continue
    const candidates = items.filter(({ id }) => counts.get(id)?.[kind] === times)
    for (const { id } of candidates)
      for (const [user, weight] of owner) add(getSuspicion(found, id), user, weight / owner.size / candidates.length)
  }
  return found
}

/** User ids in Redis next to the route they called: users who did not write anonymously are ruled out. */
const throughRedis: Attack = (loot, { items, people }) => {
  const found = new Map<string, Suspicion>()
  const calls = { confessions: 'POST /api/confessions', ratings: 'POST /api/professors/:id/ratings' }
  const callers = Object.values(calls).map((call) => {
    const entries = loot.redis.filter((entry) => entry.includes(call))
    return [call, people.filter((person) => entries.some((entry) => entry.includes(person.id)))] as const
  })
  const callersByCall = new Map<string | undefined, readonly { readonly id: string }[]>(callers)
  for (const { id, table } of items)
    for (const person of callersByCall.get(calls[table as keyof typeof calls]) ?? [])
      add(getSuspicion(found, id), person.id, 1)
  return found
}

export const attacks: Readonly<Record<string, Attack>> = {
  'a row, file or key that names item and person': sameRow,
  'a value that two rows share': sharedValue,
  'the same transaction or the next one': besideInTransactions(1, 1, () => 1),
  'the nearest transactions': besideInTransactions(6, 6, (distance) => 1 / (1 + distance)),
  'the transactions just before': besideInTransactions(12, 0, (distance) => 1 / (1 + distance)),
  'all transactions of the last minutes': besideInTransactions(600, 0, () => 1),
  'neighbours in the table': besideInTable,
  'close times of rows and files': besideInTime,
  'equal sizes': sameSize,
  'notices to authors': throughNotices,
  'exports that lie ready': throughExports,
  'calls in Redis': throughRedis,
}

/** Share of the items that an attack's best guess attributes to their author. */
export function shareIdentified(guesses: Map<string, Suspicion>, { items, people }: Campus): number {
  let right = 0
  for (const { id, authorId } of items) {
    const suspicion = guesses.get(id)
    const max = suspicion ? Math.max(0, ...suspicion.values()) : 0
    const best = suspicion && max > 0 ? [...suspicion].filter(([, weight]) => weight === max).map(([user]) => user) : []
    // Among equally suspected users the thief picks one at random; without a clue, any user.
    if (best.length === 0) right += 1 / people.length
    else if (best.includes(authorId)) right += 1 / best.length
  }
  return right / items.length
}
