import type { Db } from '../../../shared/server/db.ts'

/** What a report keeps of the thing that it is about, and what content management shows. */
export type Snapshot = {
  readonly text: string
  readonly images: readonly string[]
  /** Null for an anonymous author; then `seal` opens for a moderator, who leaves a line in the audit log. */
  readonly authorId: string | null
  readonly seal: Buffer | null
}

/**
 * A kind of content that people can report and administrators can remove. Each feature hands over one record for
 * each of its kinds; moderation is loops over them and names no feature.
 */
export type ContentKind = {
  /** As the API calls it, and as a seal is bound to it: 'post', 'comment', … */
  readonly kind: string
  /** For a person: 'post', 'comment', … */
  readonly label: string
  /** Undefined when this school has no such thing. */
  snapshot(db: Db, schoolId: string, id: string): Promise<Snapshot | undefined>
  /** Removes it and all that hangs on it, with every counter in step. False when it was gone already. */
  remove(db: Db, schoolId: string, id: string): Promise<boolean>
}
