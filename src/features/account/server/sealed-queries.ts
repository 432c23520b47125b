import type { Anonymity, TaggedRow } from '../../../shared/server/crypto/anonymity.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { SealedData, UserRef } from '../../../shared/server/personal-data.ts'

/** Rows that are compared together. Other callers of the key process get their turn after each. */
const batchSize = 100
const pageSize = 1000

/**
 * Ids of the anonymous items of users, by user id. Compares each item with those that `toCandidates` returns for its id. For
 * exports and account removal only.
 */
export async function findSealed(
  db: Db,
  anonymity: Anonymity,
  kind: SealedData,
  schoolId: string,
  toCandidates: (id: string) => readonly UserRef[] | Promise<readonly UserRef[]>,
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  const start = ({ id }: UserRef) => {
    const ids: string[] = []
    found.set(id, ids)
    return ids
  }
  const findAuthor = async (row: TaggedRow) => {
    const people = await toCandidates(row.id)
    const item = { schoolId, kind: kind.kind, id: row.id }
    const isTheirs = await Promise.all(people.map(({ id }) => anonymity.isAuthor(id, item, row.author_tag)))
    return people[isTheirs.indexOf(true)]
  }
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const page = await kind.page(db, schoolId, after, pageSize)
    for (let from = 0; from < page.length; from += batchSize) {
      const rows = page.slice(from, from + batchSize)
      const authors = await Promise.all(rows.map(findAuthor))
      for (const [index, author] of authors.entries())
        if (author) (found.get(author.id) ?? start(author)).push((rows[index] as TaggedRow).id)
      await new Promise((turn) => setImmediate(turn))
    }
    const end = page.at(-1)
    if (!end || page.length < pageSize) return found
    after = end.id
  }
}
