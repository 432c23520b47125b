import { hash } from 'node:crypto'
import type { SealMode } from '../../seal-modes.ts'
import type { SecretBox } from './secret-box.ts'

/** What is sealed: the kind of row, and its id. A tag or seal is valid for this row only. */
export type SealedItem = { readonly schoolId: string; readonly kind: string; readonly id: string }

export type Authorship = { readonly author_tag: Buffer; readonly author_seal: Buffer }
/** As a row stores it: with the mode in which it was written, null for the default. */
export type StoredAuthorship = Authorship & { readonly sealed_mode: SealMode | null }

/** A key of one epoch of a school, as stored: only the key process can unwrap it. */
export type WrappedEpoch = { readonly schoolId: string; readonly epoch: string; readonly wrapped: Buffer }

type MaybePromise<T> = T | Promise<T>

/** The key that lasts as long as the school. `isActive`: it makes new tags; before that, servers only look for them. */
export type LastingEpoch = { readonly epoch: WrappedEpoch; readonly isActive: boolean }

/** The wrapped keys of schools where authorship ends. Other schools have none. */
export type EpochKeys = {
  /**
   * The key for what is written now, or was at the time that `findTime` returns. Undefined where authorship does not end,
   * without a call of `findTime`. Throws 410 when it has ended.
   */
  findForWriting(schoolId: string, findTime?: () => Promise<Date>): MaybePromise<WrappedEpoch | undefined>
  /** The key of a month. Undefined once it is destroyed. */
  find(schoolId: string, month: number): MaybePromise<WrappedEpoch | undefined>
  /** Undefined where authorship never ended. */
  findLasting(schoolId: string): MaybePromise<LastingEpoch | undefined>
  /** Like `find`, read from the database. The key is not destroyed before the work has ended. */
  hold<T>(schoolId: string, month: number, work: (epoch: WrappedEpoch | undefined) => Promise<T>): Promise<T>
}

/** Content of a seal. Seals of version 1 have no text hash. */
export type SealContent = { readonly authorId: string; readonly textHash: string | undefined }

/** True when the text is the one that was sealed, or when the seal holds no text hash. */
export const isSealedText = ({ textHash }: SealContent, text: string): boolean =>
  textHash === undefined || textHash === hashText(text)

export const hashText = (text: string) => hash('sha256', text, 'base64url')

/** What servers encrypt for themselves: in rows, Redis and jobs. None of it leads to the author of an anonymous item. */
export const boxPurposes = [
  'stored reply',
  'sealed inbox',
  'live events',
  'waiting notice',
  'push key',
  'vanished message',
] as const
export type BoxPurpose = (typeof boxPurposes)[number]

/**
 * Sealed authorship. An anonymous row holds no user id but two values, both bound to that row: a tag, with which the
 * server can check whether a given user is the author, and a seal, the user id encrypted to the school's moderation
 * key. Without SECRET_KEY both reveal nothing, and no two rows of one author share a value. Servers do not hold that key:
 * the key process computes all this for them. Calls of one turn of the event loop travel in one message.
 */
export type Anonymity = {
  /**
   * The seal also holds a hash of the text, so that a text that was swapped later can be detected. Where authorship ends,
   * `findTime` returns when the item was written, if not now. Throws 410 when it has ended.
   */
  seal(userId: string, item: SealedItem, text: string, findTime?: () => Promise<Date>): Promise<Authorship>
  /** Only the tag, for rows that moderators never unseal. */
  tag(userId: string, item: SealedItem): Promise<Buffer>
  /** True when this user is the author of the row with this tag. */
  isAuthor(userId: string, item: SealedItem, tag: Buffer | null): Promise<boolean>
  /** The ids of those rows of a kind, in the user's school, that this user wrote. */
  findOwn(user: UserOfSchool, kind: string, rows: readonly TaggedRow[]): Promise<ReadonlySet<string>>
  /** Whether authorship has ended: the key of the seal's month is destroyed, so it never opens again. */
  hasEnded(schoolId: string, seal: Buffer): Promise<boolean>
  /**
   * The content of a seal, with the author's id. Counted, and logged by the key process. Throws when the seal belongs to
   * another row, and `SealQuotaError` when the quota is used up. Every caller must write an audit row.
   */
  unsealContent(seal: Buffer, item: SealedItem): Promise<SealContent>
  /** Whether this viewer is the author. Only for the own id of who makes the request: any other id is a guess. */
  isSealedBy(viewer: { readonly id: string }, seal: Buffer, item: SealedItem): Promise<boolean>
  /** Whether this text was sealed. Does not reveal the author, so it needs no audit row. Throws like `unsealContent`. */
  sealsText(seal: Buffer, item: SealedItem, text: string): Promise<boolean>
  /** A keyed hash, for links and codes that prove something. */
  keyedHash(...parts: string[]): Promise<Buffer>
  /**
   * The keyed hashes of rows that must be found again without naming a user: one, and during a key rotation one under each key,
   * the newest first. New rows get the first; a row is found by any of them.
   */
  keyedHashes(...parts: string[]): Promise<readonly Buffer[]>
  /**
   * `keyedHashes` for rows that must stay unique per person after authorship has ended. Where it can end, one is under a key
   * that lasts: the first, once that key is active. Servers may differ about that for a minute, so who stores a row locks
   * first what the hash is about, and then looks for all of them.
   */
  lastingHashes(schoolId: string, ...parts: string[]): Promise<readonly Buffer[]>
  /**
   * For each of `ends` the same as `keyedHashes` of the parts `before` it and itself, in the form of row ids: UUID version 8
   * (RFC 9562).
   */
  keyedIds(before: readonly string[], ends: readonly string[]): Promise<readonly (readonly string[])[]>
  /**
   * The marks that notifications about sealed items of this user can have in these weeks. No two rows share one. During a
   * key rotation those under the newest key come first, as in all lists of marks; new rows get one of them.
   */
  inboxMarks(schoolId: string, userId: string, weeks: readonly number[], perWeek: number): Promise<readonly Buffer[]>
  /** The inbox marks of an item's author for a week. None when authorship has ended. Does not reveal the author, so it needs no audit row. */
  inboxMarksOfAuthor(seal: Buffer, item: SealedItem, week: number, count: number): Promise<readonly Buffer[]>
  /** Seals the author of one item for another row, until the same month ends. Does not reveal the author, so it needs no audit row. */
  moveSeal(seal: Buffer, from: SealedItem, to: SealedItem): Promise<Authorship>
  /** The marks by which a user finds the decisions about their anonymous items. No two rows share one. */
  decisionMarks(schoolId: string, userId: string): Promise<readonly Buffer[]>
  /** The same for an item's author. Does not reveal the author, so it needs no audit row. */
  decisionMarksOfAuthor(seal: Buffer, item: SealedItem): Promise<readonly Buffer[]>
  /** Encrypts an item that waits to be published; it names its author. */
  encryptPending(text: string, context: string): Promise<Buffer>
  /** Throws for another context. */
  decryptPending(box: Buffer, context: string): Promise<string>
  /** Symmetric encryption for servers only, by purpose; texts are padded to a multiple of `padToBytes`. */
  box(purpose: BoxPurpose, padToBytes: number): SecretBox
  /** A keyed hash for what servers keep for less than a day, like counters and the ids of events. */
  serviceHash(...parts: string[]): Buffer
}

/** Decisions about anonymous items of one author that are found by their marks. */
export const maxSealedDecisions = 64

/** The marks that were joined in one buffer. */
export const splitMarks = (joined: Buffer): Buffer[] =>
  Array.from({ length: joined.length / markBytes }, (_, n) => joined.subarray(n * markBytes, (n + 1) * markBytes))

const markBytes = 32

type UserOfSchool = { readonly id: string; readonly schoolId: string }
export type TaggedRow = { readonly id: string; readonly author_tag: Buffer | null }

/** Too many seals of a school were opened within a day. */
export class SealQuotaError extends Error {
  override readonly name = 'SealQuotaError'
  constructor() {
    super('Too many seals of this school were opened within 24 hours.')
  }
}
