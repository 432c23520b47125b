import type { Anonymity } from '../../../shared/server/crypto/anonymity.ts'
import type { Db } from '../../../shared/server/db/db.ts'
import type { SealedData, UserRef } from './personal-data.ts'

/** Tags that are compared in one go, some milliseconds' worth, so that requests get their turn in between. */
const comparisons = 2000

/** The ids of what these people wrote anonymously in their school, by person. Only exports and removals ask this. */
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
