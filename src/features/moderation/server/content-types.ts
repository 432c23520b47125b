import type { RawBuilder } from 'kysely'
import type { SealMode } from '../../../shared/seal-modes.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Anonymity } from '../../../shared/server/crypto/anonymity.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { DB } from '../../../shared/server/db/schema.gen.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import type { Live } from '../../../shared/server/live/streams.ts'
import type { CanRead } from '../../media/server/access.ts'
import type { ReportRoute } from '../report-contract.ts'
import type { LabelledRows } from './labelled-rows.ts'

/** What a report stores of the reported item. */
export type Snapshot = {
  readonly title?: string | null
  readonly text: string
  /** URLs of uploads. */
  readonly images: readonly string[]
  /** Null for an anonymous author. Then a moderator can open `seal`, which writes a line to the audit log. */
  readonly authorId: string | null
  readonly seal: Buffer | null
  /** Who may learn a sealed author, by the rule when it was written. Null or absent: the default. */
  readonly sealedMode?: SealMode | null
}

/** A text near a reported item. */
export type ContextLine = {
  readonly id: string
  /** Null when the account was deleted; 'Anonymous' when the author is sealed. */
  readonly author_name: string | null
  readonly text: string
  readonly created_at: number
}

/** What was written before and after a reported item, oldest first. */
export type Context = { readonly before: readonly ContextLine[]; readonly after: readonly ContextLine[] }

/** A column of the table, or an expression over its alias `item`. */
type Column = string | RawBuilder<unknown>

/** How content management lists a content type: its table and the names of its columns. */
export type AdminListing = {
  /** Name in /admin/content, if it differs from `kind`: 'marketplace_listing'. */
  readonly type?: string
  readonly table: keyof DB & string
  /** Condition on `item` that selects the rows of this type. All rows when absent. */
  readonly where?: RawBuilder<boolean>
  readonly title?: Column
  readonly text: Column
  /** An array of URLs. */
  readonly images?: Column
  readonly authorId: Column
  /** The content type that its uploads are attached to, if different. */
  readonly pictured?: string
  readonly seal?: Column
  readonly likes?: Column
  readonly comments?: Column
}

/**
 * A type of content that users can report and administrators can remove. Each feature registers one record per type.
 * Moderation iterates over them and names no feature. The migration that creates the table of a listed type calls
 * keep_tally() with its `kind`.
 */
export type ContentType = {
  /** Name in reports, and part of what a seal is bound to: 'post', 'comment', … */
  readonly kind: string
  /** Name in the UI: 'post', 'comment', … */
  readonly label: string
  /** The refusal of a second report by the same user, if it does not name the item. */
  readonly repeatedReport?: string
  /** Undefined when this school has no such item. */
  snapshot(db: Db, schoolId: string, id: string): Promise<Snapshot | undefined>
  /** The texts that a moderator needs to understand a reported item. Never names a sealed author. Absent: none. */
  context?(db: Db, schoolId: string, id: string): Promise<Context>
  /**
   * Removes the item and everything that depends on it, and updates all counters. Returns false when it was already
   * deleted. Absent when the type cannot be removed.
   */
  remove?(trx: Trx, schoolId: string, id: string): Promise<boolean>
  /**
   * Hides the item and what is below it from everyone, and adjusts all counters. Locks the item. Returns false when it
   * was deleted or withheld already.
   */
  withhold?(trx: Trx, schoolId: string, id: string): Promise<boolean>
  /** Undoes `withhold`. Throws 409 with the cause when it cannot; returns false when the item was deleted or restored. */
  restore?(trx: Trx, schoolId: string, id: string): Promise<boolean>
  /** Absent when the type shows no notes. */
  addLabel?: LabelledRows['addLabel']
  removeLabel?: LabelledRows['removeLabel']
  /** Updates open pages after the item was withheld or restored. */
  publishChange?(live: Live, trx: Trx, schoolId: string, id: string): Promise<void>
  /** Truthy when the viewer can see the item, which they can then hide. Throws 404 or returns undefined otherwise. */
  findVisible?(db: Db, viewer: Viewer, id: string): Promise<unknown>
  /** How users report it. */
  readonly report?: {
    readonly route: ReportRoute
    /** Id of the item that the path names. Throws 404 when this viewer may not see it. */
    find(db: Db, viewer: Viewer, params: Readonly<Record<string, string>>): Promise<string>
    /**
     * The report route of another type that also accepts this type. `find` returns undefined when the viewer may not
     * see the item.
     */
    readonly also?: {
      readonly route: ReportRoute
      find(db: Db, viewer: Viewer, params: Readonly<Record<string, string>>): Promise<string | undefined>
    }
    /**
     * What the report stores of an item whose row is deleted, from a sealed copy. Only reports call it: no other call
     * reads the copy. Undefined when there is none that this viewer may report.
     */
    snapshotOfCopy?(trx: Trx, anonymity: Anonymity, viewer: Viewer, id: string): Promise<Snapshot | undefined>
    /** Message for the reporter, if not the default. */
    readonly thanks?: string
  }
  /** Who may read its uploads. Absent: only their owner. */
  readonly canRead?: CanRead
  /** Absent when the type exists only in reports. */
  readonly listed?: AdminListing
}
