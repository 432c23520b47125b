import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/db.ts'

export type UserRef = Pick<Viewer, 'id' | 'schoolId'>

/**
 * What one table holds of a person. Every feature hands over one record for each of its tables that knows people;
 * the export and the removal of an account are loops over them, and a test fails for a table that nobody has handed
 * over.
 */
export type PersonalData = {
  readonly table: string
  /** The rows that belong in the person's own export, in the words of the table. */
  export(db: Db, person: UserRef): Promise<readonly object[]>
  /**
   * Removes the rows with every counter in step, however often it is run. Absent where it is enough that they point at
   * the person's own row, which goes last and takes them along.
   */
  remove?(db: Db, person: UserRef): Promise<void>
}

/** A row that names nobody; whose it is, is only found by asking its tag about one person. */
export type SealedRow = { readonly id: string; readonly author_tag: Buffer }

/** What people wrote anonymously, a record for each kind of it. */
export type SealedData = {
  /** The kind that its seals are bound to: 'post', 'comment', … */
  readonly kind: string
  readonly table: string
  /** So many rows of a school in the order of their ids, behind one id. */
  page(db: Db, schoolId: string, after: string, rows: number): Promise<readonly SealedRow[]>
  /** What belongs in the author's export of these rows. */
  export(db: Db, schoolId: string, ids: readonly string[]): Promise<readonly object[]>
  /** Removes one with all that hangs on it. False when it was gone already. */
  remove(db: Db, schoolId: string, id: string): Promise<boolean>
  /** The columns that lead to the author. Absent: the rows go with their author even when items are kept without one. */
  readonly keyed?: readonly string[]
}

/** All there is of people, as `app` puts it together. */
export type Registry = {
  readonly named: readonly PersonalData[]
  readonly sealed: readonly SealedData[]
  /** Erases copies of an item's seal that are kept beside it. */
  readonly eraseSealCopies: (trx: Db, schoolId: string, kind: string, id: string) => Promise<void>
}

/** What the tables of this feature hold. */
export const peoplePersonalData: readonly PersonalData[] = [
  {
    table: 'users',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('users')
        .innerJoin('schools', 'schools.id', 'users.school_id')
        .where('users.school_id', '=', schoolId)
        .where('users.id', '=', id)
        .select([
          'users.id',
          'users.name',
          'users.previous_name',
          'users.name_changed_at',
          'users.email',
          'schools.name as school',
          'users.role',
          'users.can_manage_ads',
          'users.bio',
          'users.location',
          'users.website',
          'users.phone',
          'users.major',
          'users.graduation_year',
          'users.avatar_url',
          'users.cover_photo',
          'users.email_notifications',
          'users.terms_accepted_at',
          'users.terms_version',
          'users.terms_age',
          'users.created_at',
          'users.last_active_at',
        ])
        .execute(),
  },
  {
    table: 'exports',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('exports')
        .where('school_id', '=', schoolId)
        .where('user_id', '=', id)
        .select(['requested_at'])
        .execute(),
  },
]
