// What a thief without SECRET_KEY tries: every way to ascribe an anonymous item to a person by what lies near it.
import type { AnonymousItem, Campus } from './campus.ts'
import type { Loot, LootRow } from './loot.ts'

/** Users by how much speaks for them as the author of an item. */
export type Suspicion = Map<string, number>
/** One way of guessing: suspicions by item id. */
export type Attack = (loot: Loot, campus: Campus) => Map<string, Suspicion>

const add = (suspicion: Suspicion, user: string, weight: number) =>
  suspicion.set(user, (suspicion.get(user) ?? 0) + weight)
const suspicionOf = (all: Map<string, Suspicion>, item: string) => {
  const known = all.get(item) ?? new Map<string, number>()
  all.set(item, known)
  return known
}

/** Columns in which a row names somebody who acts; whom a row is about says nothing of who wrote it. */
const actorColumns = ['user_id', 'author_id', 'owner_id', 'reporter_id', 'reviewer_id', 'actor_id', 'sender_id']
const actorsOf = ({ values, table }: LootRow): string[] => {
  const named = actorColumns.map((column) => values[column]).filter((value) => typeof value === 'string')
  const own = table === 'users' && typeof values.id === 'string' ? [values.id] : []
  return [...named, ...own]
}
const itemRowsOf = (loot: Loot, items: readonly AnonymousItem[]) => {
  const ids = new Set(items.map(({ id }) => id))
  const tables = new Set(items.map(({ table }) => table))
  const rows = new Map<string, LootRow[]>()
  for (const row of loot.rows) {
    const id = String(row.table === 'uploads' ? row.values.item_id : row.values.id)
    if (ids.has(id) && (row.table === 'uploads' || tables.has(row.table as AnonymousItem['table'])))
      rows.set(id, [...(rows.get(id) ?? []), row])
  }
  return rows
}

/** Rows of other tables that name an item: what somebody did with it. */
const isAboutItem = (row: LootRow, id: string) => row.text.includes(id)

/** A row, a file or a value in Redis that names an item and a person who is not one of those who reacted to it. */
const sameRow: Attack = (loot, { items, people }) => {
  const found = new Map<string, Suspicion>()
  const ids = new Set(items.map(({ id }) => id))
  const users = new Set(people.map(({ id }) => id))
  const reactions = ['post_likes', 'comments', 'comment_likes', 'reports', 'rating_votes', 'notifications']
  const texts = [
    ...loot.rows.filter(({ table }) => !reactions.includes(table)).map(({ text }) => text),
    ...loot.files.map(({ text }) => text),
    ...loot.redis,
  ]
  for (const text of texts) {
    const guids = new Set(text.match(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g))
    const authors = [...guids].filter((guid) => users.has(guid))
    for (const item of [...guids].filter((guid) => ids.has(guid)))
      for (const author of authors) add(suspicionOf(found, item), author, 1 / authors.length)
  }
  return found
}

/** Copies of personal data that lie ready: they list their owner's anonymous items. */
const throughExports: Attack = (loot, { items }) => {
  const found = new Map<string, Suspicion>()
  for (const { table, values } of loot.rows) {
    if (table !== 'exports' || typeof values.file !== 'string') continue
    const { file, user_id } = values
    const text = loot.files.find(({ path }) => path.includes(file))?.text ?? ''
    for (const { id } of items) if (text.includes(id)) add(suspicionOf(found, id), String(user_id), 1)
  }
  return found
}

/** Values that are too telling to be shared by chance: long, and in few rows. */
const rareValues = ({ values }: LootRow) =>
  Object.entries(values)
    .filter(([column]) => column !== 'school_id')
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter((value): value is string => typeof value === 'string' && value.length >= 8)

/** Two rows that share a rare value, one with an item and one with a person. */
const sharedValue: Attack = (loot, { items }) => {
  const rowsByValue = new Map<string, LootRow[]>()
  for (const row of loot.rows)
    for (const value of new Set(rareValues(row))) rowsByValue.set(value, [...(rowsByValue.get(value) ?? []), row])
  const found = new Map<string, Suspicion>()
  const reactions = ['post_likes', 'comments', 'comment_likes', 'reports', 'rating_votes']
  for (const [id, rows] of itemRowsOf(loot, items)) {
    for (const row of rows) {
      for (const value of rareValues(row)) {
        const sharing = rowsByValue.get(value) ?? []
        if (value === id || sharing.length > 5) continue
        const others = sharing.filter((other) => other !== row && !reactions.includes(other.table))
        for (const other of others) for (const actor of actorsOf(other)) add(suspicionOf(found, id), actor, 1)
      }
    }
  }
  return found
}

/** Who stands in the transactions right beside an item's: weights fall off with the distance. */
const besideInTransactions =
  (before: number, after: number, weigh: (distance: number) => number): Attack =>
  (loot, { items }) => {
    const named = loot.rows
      .flatMap((row) => actorsOf(row).map((actor) => ({ xmin: row.xmin, actor, row })))
      .sort((one, other) => one.xmin - other.xmin)
    const found = new Map<string, Suspicion>()
    for (const [id, rows] of itemRowsOf(loot, items)) {
      const suspicion = suspicionOf(found, id)
      for (const { xmin } of rows) {
        let index = lowerBound(named, xmin - before)
        for (; index < named.length; index++) {
          const near = named[index] as (typeof named)[number]
          if (near.xmin > xmin + after) break
          if (!isAboutItem(near.row, id)) add(suspicion, near.actor, weigh(Math.abs(near.xmin - xmin)))
        }
      }
    }
    return found
  }

function lowerBound(sorted: readonly { readonly xmin: number }[], xmin: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.xmin ?? 0) < xmin) low = middle + 1
    else high = middle
  }
  return low
}

/** Who wrote the rows before and after an item's in its table. */
const besideInTable: Attack = (loot, { items }) => {
  const found = new Map<string, Suspicion>()
  const itemRows = itemRowsOf(loot, items)
  const byTable = Map.groupBy(loot.rows, ({ table }) => table)
  for (const rows of byTable.values()) {
    const sorted = rows.toSorted((row, nextRow) => row.ctid[0] - nextRow.ctid[0] || row.ctid[1] - nextRow.ctid[1])
    for (const [index, row] of sorted.entries()) {
      const id = String(row.table === 'uploads' ? row.values.item_id : row.values.id)
      if (!itemRows.get(id)?.includes(row)) continue
      for (const distance of [1, 2, 3])
        for (const other of [sorted[index - distance], sorted[index + distance]])
          if (other) for (const actor of actorsOf(other)) add(suspicionOf(found, id), actor, 1 / distance)
    }
  }
  return found
}

const timesOf = ({ values }: LootRow) =>
  Object.values(values)
    .filter((value): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value))
    .map((value) => new Date(value).getTime())

/** Who did something in the moments of the item's rows and files: before it, and nearer counts more. */
const besideInTime: Attack = (loot, { items }) => {
  const named = loot.rows
    .flatMap((row) => actorsOf(row).flatMap((actor) => timesOf(row).map((time) => ({ xmin: time, actor, row }))))
    .sort((one, other) => one.xmin - other.xmin)
  const found = new Map<string, Suspicion>()
  for (const [id, rows] of itemRowsOf(loot, items)) {
    const names = rows.filter(({ table }) => table === 'uploads').map(({ values }) => String(values.name))
    const files = loot.files.filter(({ path }) => names.some((name) => path.includes(name)))
    const moments = [
      ...rows.flatMap(timesOf),
      ...files.flatMap(({ mtime, ctime, birthtime }) => [mtime, ctime, birthtime]),
    ]
    for (const moment of moments) {
      for (let index = lowerBound(named, moment - 2000); index < named.length; index++) {
        const near = named[index] as (typeof named)[number]
        if (near.xmin > moment + 500) break
        if (!isAboutItem(near.row, id)) add(suspicionOf(found, id), near.actor, 1 / (50 + Math.abs(near.xmin - moment)))
      }
    }
  }
  return found
}

/** Sizes and sums of bytes that a person has and an item's files have too. */
const sameSize: Attack = (loot, { items }) => {
  const found = new Map<string, Suspicion>()
  const numbers = (row: LootRow) =>
    Object.entries(row.values).filter(([, value]) => typeof value === 'number' && value > 200)
  const itemRows = itemRowsOf(loot, items)
  for (const row of loot.rows) {
    const actors = actorsOf(row)
    if (actors.length === 0 || row.table === 'uploads') continue
    for (const [, value] of numbers(row))
      for (const [id, rows] of itemRows)
        for (const other of rows)
          if (numbers(other).some(([, size]) => Math.abs((size as number) - (value as number)) <= 2))
            for (const actor of actors) add(suspicionOf(found, id), actor, 1)
  }
  return found
}

/**
 * Notices about anonymous items: whose inbox it is follows from what was written in the same transaction or at the same
 * time, which item it is about from kind, count and order.
 */
const throughNotices: Attack = (loot, { items }) => {
  const sealed = loot.rows.filter(({ table, values }) => table === 'notifications' && values.inbox !== null)
  const named = loot.rows.filter((row) => actorsOf(row).length > 0)
  const byXmin = Map.groupBy(named, ({ xmin }) => xmin)
  const byReading = Map.groupBy(
    named.filter(({ values }) => typeof values.read_at === 'string'),
    ({ values }) => String(values.read_at),
  )
  const owners = new Map<string, Suspicion>()
  for (const row of sealed) {
    const owner = suspicionOf(owners, String(row.values.inbox))
    for (const other of byXmin.get(row.xmin) ?? []) for (const actor of actorsOf(other)) add(owner, actor, 1)
    if (typeof row.values.read_at === 'string')
      for (const other of byReading.get(row.values.read_at) ?? [])
        for (const actor of actorsOf(other)) add(owner, actor, 1)
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
      for (const [user, weight] of owner) add(suspicionOf(found, id), user, weight / owner.size / candidates.length)
  }
  return found
}

/** Ids of people in Redis beside the call that they made: those who have not written anonymously are ruled out. */
const throughRedis: Attack = (loot, { items, people }) => {
  const found = new Map<string, Suspicion>()
  const calls = { confessions: 'POST /api/confessions', ratings: 'POST /api/professors/:id/ratings' }
  for (const { id, table } of items) {
    const call = calls[table as keyof typeof calls]
    if (!call) continue
    for (const person of people)
      if (loot.redis.some((entry) => entry.includes(person.id) && entry.includes(call)))
        add(suspicionOf(found, id), person.id, 1)
  }
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

/** How many of the items the best guess of an attack ascribes to their author, as a share of all. */
export function shareIdentified(guesses: Map<string, Suspicion>, { items, people }: Campus): number {
  let right = 0
  for (const { id, authorId } of items) {
    const suspicion = guesses.get(id)
    const most = suspicion ? Math.max(0, ...suspicion.values()) : 0
    const best =
      suspicion && most > 0 ? [...suspicion].filter(([, weight]) => weight === most).map(([user]) => user) : []
    // Of several equally suspected ones the thief takes any; without a clue, any person.
    if (best.length === 0) right += 1 / people.length
    else if (best.includes(authorId)) right += 1 / best.length
  }
  return right / items.length
}
