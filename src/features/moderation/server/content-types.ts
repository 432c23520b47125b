import type { RawBuilder } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/db.ts'
import type { DB } from '../../../shared/server/db/schema.gen.ts'
import type { ReportRoute } from '../contract.ts'

/** What a report keeps of the thing that it is about. */
export type Snapshot = {
  readonly title?: string | null
  readonly text: string
  /** Addresses of uploads. */
  readonly images: readonly string[]
  /** Null for an anonymous author; then `seal` opens for a moderator, who leaves a line in the audit log. */
  readonly authorId: string | null
  readonly seal: Buffer | null
}

/** A column of the table, or an expression over `item`, as the table is called there. */
type Column = string | RawBuilder<unknown>

/** How content management lists a kind: where its rows are and what its columns are called. */
export type AdminListing = {
  /** As /admin/content calls it, where that differs from the kind: 'marketplace_listing'. */
  readonly type?: string
  readonly table: keyof DB & string
  /** Which rows of the table are of this kind; all of them when absent. Written for `item`. */
  readonly where?: RawBuilder<boolean>
  readonly title?: Column
  readonly text: Column
  /** An array of addresses. */
  readonly images?: Column
  readonly authorId: Column
  /** The kind that its uploads are attached to, where that differs. */
  readonly pictured?: string
  readonly seal?: Column
  readonly likes?: Column
  readonly comments?: Column
}

/**
 * A kind of thing that people can report and administrators can remove. Each feature hands over one record for
 * each of its kinds; moderation is loops over them and names no feature. The migration that makes a listed kind's table
 * calls keep_tally() with the kind's name.
 */
export type ContentType = {
  /** As reports call it, and as a seal is bound to it: 'post', 'comment', … */
  readonly kind: string
  /** For a person: 'post', 'comment', … */
  readonly label: string
  /** Undefined when this school has no such thing. */
  snapshot(db: Db, schoolId: string, id: string): Promise<Snapshot | undefined>
  /** Removes it and all that hangs on it, with every counter in step. False when it was gone already. Absent: it can't be. */
  remove?(db: Db, schoolId: string, id: string): Promise<boolean>
  /** How people report it. */
  readonly report?: {
    readonly route: ReportRoute
    /** The id of the thing that the path names; 404 for whatever this viewer may not see. */
    find(db: Db, viewer: Viewer, params: Readonly<Record<string, string>>): Promise<string>
    /** The call of another kind that takes this kind as well. `find` is undefined for what the viewer may not see. */
    readonly also?: {
      readonly route: ReportRoute
      find(db: Db, viewer: Viewer, params: Readonly<Record<string, string>>): Promise<string | undefined>
    }
    /** What the reporter is told afterwards, where it is not the usual sentence. */
    readonly thanks?: string
  }
  /** Absent: only reports know this kind. */
  readonly listed?: AdminListing
}
