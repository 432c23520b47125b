import type { Viewer } from './auth/viewer.ts'
import type { AuthorshipEnding } from './crypto/epoch-destruction.ts'
import type { Db } from './db/pools.ts'
import type { Trx } from './db/transaction.ts'
import type { AuthorParts } from './keys/operations.ts'

export type UserRef = Pick<Viewer, 'id' | 'schoolId'>

/**
 * Personal data in one table. Each feature provides one entry per table that refers to users. Export and removal of
 * accounts loop over the entries, and a test fails for a table without an entry.
 */
export type PersonalData = {
  readonly table: string
  /** The rows for the user's data export, with the column names of the table. */
  export(db: Db, person: UserRef): Promise<readonly object[]>
  /**
   * Removes the rows and keeps counters consistent. Must be idempotent. Absent when the foreign key to the user's row,
   * which is deleted last, cascades to the rows.
   */
  remove?(trx: Trx, person: UserRef): Promise<void>
}

/** A row without a user id. Only its tag can be compared with a given user. */
export type SealedRow = { readonly id: string; readonly author_tag: Buffer }

/** Anonymous content, one entry per content type. */
export type SealedData = {
  /** The content type that its seals are bound to: 'post', 'comment', … */
  readonly kind: string
  readonly table: string
  /** Up to `rows` rows of a school, ordered by id, after the given id. */
  page(db: Db, schoolId: string, after: string, rows: number): Promise<readonly SealedRow[]>
  /** The data of these rows for the author's export. */
  export(db: Db, schoolId: string, ids: readonly string[]): Promise<readonly object[]>
  /** Removes one item with its dependent rows. Returns false when it was already deleted. */
  remove(trx: Trx, schoolId: string, id: string): Promise<boolean>
  /**
   * The columns that identify the author. Absent: rows are deleted with the account, even if anonymous items are kept.
   */
  readonly keyed?: readonly string[]
  /** The keyed hash that keeps rows unique per author, with the other columns that are in it. */
  readonly unique?: {
    readonly column: string
    readonly from: readonly string[]
    toParts(row: Readonly<Record<string, unknown>>): AuthorParts
  }
}

/** Personal data of all features, assembled by `app`. */
export type Registry = {
  readonly named: readonly PersonalData[]
  readonly sealed: readonly SealedData[]
  /** Erases copies of an item's seal in other tables. */
  readonly eraseSealCopies: (trx: Trx, schoolId: string, kind: string, id: string) => Promise<void>
  /** What happens in a school's rows when the authorship of a month ends. */
  readonly endings: readonly AuthorshipEnding[]
}
