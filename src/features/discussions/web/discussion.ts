import type { QueryKey } from '@tanstack/react-query'
import type { z } from 'zod'
import type { pagination } from '../../../shared/contract.ts'
import type { RouteRef } from '../../../shared/web/data/route-refs.ts'
import type { StoredCall } from '../../../shared/web/outbox-item.ts'
import type { ReportInput } from '../../moderation/report-contract.ts'
import type { HideableKind } from '../../people/safety-contract.ts'
import type { DiscussionComment, DiscussionPost, LikeState } from '../contract.ts'
import type { SealedNoteInput } from '../note-contract.ts'

/** Comments of groups have no replies and no likes, and are never pending. */
export type CardComment = DiscussionComment & {
  readonly parent_id?: string | null
  readonly is_liked?: boolean
  readonly like_count?: number
  readonly is_author?: boolean
  readonly pending?: boolean | undefined
}

export type NewComment = {
  readonly content: string
  readonly mentions: string[]
  readonly note?: string
  readonly parentId: string | undefined
  readonly isAnonymous: boolean
  /** The author posts although the text names someone. */
  readonly isConfirmed?: boolean
}

export type NoteBody = z.input<typeof SealedNoteInput>

type CommentPage = { data: CardComment[]; pagination: z.output<typeof pagination> }
type Report = (body: {
  reason: string
  description: string
  urgent?: NonNullable<ReportInput['urgent']>
}) => Promise<{ message?: string | undefined }>

/** One post with the calls and texts of its scope. The features posts and group-posts each build their own. */
export type Discussion = {
  readonly post: DiscussionPost & { readonly pending?: boolean | undefined; readonly is_author?: boolean }
  /** The path where the post is shown. */
  readonly link: string
  /** The routes whose replies hold the post: lists, and the post alone. */
  readonly routes: readonly RouteRef[]
  readonly commentsKey: QueryKey
  /** What the viewer can hide: the post, and its comments. */
  readonly hides: { readonly post: HideableKind; readonly comment: HideableKind }
  /** True for the author of an anonymous post, who may sign a comment. */
  readonly canHideAuthor: boolean
  readonly canReply: boolean
  /** Shown in place of the comments when they could not be loaded. */
  readonly loadFailure: string
  /** The specification has these for groups; in the feed such failures show no toast. */
  readonly toasts?: { readonly like: string; readonly load: string; readonly comment: string }
  readonly reportTexts?: { readonly success: string; readonly failure: string } | undefined
  load(): Promise<{ data: DiscussionPost }>
  toLike(wish: boolean): StoredCall<{ data: LikeState }>
  setNote(body: NoteBody): Promise<{ data: DiscussionPost }>
  remove(): Promise<unknown>
  readonly report: Report
  listComments(position: { page?: number }, signal: AbortSignal): Promise<CommentPage>
  toComment(input: NewComment): StoredCall<{ data: CardComment }>
  toCommentLike?(id: string, wish: boolean): StoredCall<{ data: LikeState }>
  setCommentNote(id: string, body: NoteBody): Promise<{ data: CardComment }>
  removeComment(id: string): Promise<unknown>
  reportComment(id: string, ...body: Parameters<Report>): ReturnType<Report>
}
