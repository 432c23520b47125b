import type { Db } from '../../../shared/server/db.ts'
import type { Viewer } from '../../../shared/server/viewer.ts'

/**
 * What one table holds of a person. Every feature hands over one record for each of its tables that knows people;
 * the export is a loop over them, and a test fails for a table that nobody has handed over.
 */
export type PersonalData = {
  readonly table: string
  /** The rows that belong in the person's own export, in the words of the table. */
  export(db: Db, person: Pick<Viewer, 'id' | 'schoolId'>): Promise<readonly object[]>
}
