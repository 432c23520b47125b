import type { Anonymity } from '../../../shared/server/crypto/anonymity.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { SealedData, UserRef } from '../../../shared/server/personal-data.ts'

/** Work between two turns of the event loop, so that requests are not blocked. */
const maxTurnMs = 5
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
  toCandidates: (id: string) => readonly UserRef[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  const start = ({ id }: UserRef) => {
    const ids: string[] = []
    found.set(id, ids)
    return ids
  }
  let turnedAt = performance.now()
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const page = await kind.page(db, schoolId, after, pageSize)
    for (const row of page) {
      const people = toCandidates(row.id)
      const item = { schoolId, kind: kind.kind, id: row.id }
      const author = people.find(({ id }) => anonymity.isAuthor(id, item, row.author_tag))
      if (author) (found.get(author.id) ?? start(author)).push(row.id)
      if (performance.now() - turnedAt < maxTurnMs) continue
      await new Promise((turn) => setImmediate(turn))
      turnedAt = performance.now()
    }
    const end = page.at(-1)
    if (!end || page.length < pageSize) return found
    after = end.id
  }
}
