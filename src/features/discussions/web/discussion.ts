import type { QueryKey } from '@tanstack/react-query'
import type { z } from 'zod'
import type { pagination } from '../../../shared/contract.ts'
import type { RouteRef } from '../../../shared/web/data/route-refs.ts'
import type { DiscussionComment, DiscussionPost, LikeState } from '../contract.ts'

/** Comments of groups have no replies and no likes, and are never pending. */
export type CardComment = DiscussionComment & {
  readonly parent_id?: string | null
  readonly is_liked?: boolean
  readonly like_count?: number
  readonly pending?: boolean | undefined
}

export type NewComment = {
  readonly content: string
  readonly mentions: string[]
  readonly parentId: string | undefined
  readonly isAnonymous: boolean
}

type CommentPage = { data: CardComment[]; pagination: z.output<typeof pagination> }
type Report = (body: { reason: string; description: string }) => Promise<{ message?: string | undefined }>

/** One post with the calls and texts of its scope. The features posts and group-posts each build their own. */
export type Discussion = {
  readonly post: DiscussionPost & { readonly pending?: boolean | undefined }
  /** The path where the post is shown. */
  readonly link: string
  /** The routes whose replies hold the post: lists, and the post alone. */
  readonly routes: readonly RouteRef[]
  readonly commentsKey: QueryKey
  /** True for the author of an anonymous post, who may sign a comment. */
  readonly canHideAuthor: boolean
  readonly canReply: boolean
  /** Shown in place of the comments when they could not be loaded. */
  readonly loadFailure: string
  /** The specification has these for groups; in the feed such failures show no toast. */
  readonly toasts?: { readonly like: string; readonly load: string; readonly comment: string }
  readonly reportTexts?: { readonly success: string; readonly failure: string } | undefined
  load(): Promise<{ data: DiscussionPost }>
  like(wish: boolean): Promise<{ data: LikeState }>
  remove(): Promise<unknown>
  readonly report: Report
  listComments(position: { page?: number }, signal: AbortSignal): Promise<CommentPage>
  createComment(input: NewComment, idempotencyKey: string): Promise<{ data: CardComment }>
  likeComment?(id: string, wish: boolean): Promise<{ data: LikeState }>
  removeComment(id: string): Promise<unknown>
  reportComment(id: string, ...body: Parameters<Report>): ReturnType<Report>
}
