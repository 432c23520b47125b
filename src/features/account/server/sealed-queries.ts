import type { Anonymity } from '../../../shared/server/crypto/anonymity.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { SealedData, UserRef } from '../../../shared/server/personal-data.ts'

/** Tags compared per iteration: a few milliseconds of work, so that other requests are not blocked. */
const comparisons = 2000

/** Ids of the anonymous items of these users, by user id. For exports and account removal only. */
export async function findSealed(
  db: Db,
  anonymity: Anonymity,
  kind: SealedData,
  schoolId: string,
  people: readonly UserRef[],
): Promise<Map<string, string[]>> {
  const rows = Math.max(20, Math.floor(comparisons / people.length))
  const found = new Map<string, string[]>(people.map(({ id }) => [id, []]))
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const page = await kind.page(db, schoolId, after, rows)
    for (const row of page) {
      const author = people.find(({ id }) =>
        anonymity.isAuthor(id, { schoolId, kind: kind.kind, id: row.id }, row.author_tag),
      )
      if (author) found.get(author.id)?.push(row.id)
    }
    const end = page.at(-1)
    if (!end || page.length < rows) return found
    after = end.id
    await new Promise((turn) => setImmediate(turn))
  }
}
