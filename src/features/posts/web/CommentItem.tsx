import { useQueryClient } from '@tanstack/react-query'
import { Flag, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { call, invalidate } from '../../../shared/web/api.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useRefreshWhenPublished } from '../../../shared/web/publication.ts'
import { formatFullDate, formatRelativeTime } from '../../../shared/web/time.ts'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { RichText } from '../../../shared/web/ui/RichText.tsx'
import { AuthorName } from '../../people/web/Byline.tsx'
import type { Comment, comments, Post } from '../contract.ts'
import { LikeButton } from './LikeButton.tsx'
import { PostCommentForm } from './PostCommentForm.tsx'

const ReportDialog = lazyPart(() => import('../../moderation/web/ReportDialog.tsx'))
const DeleteDialog = lazyPart(() => import('./DeleteDialog.tsx'))

type Props = {
  comment: Comment
  /** Every comment of the post; replies are found in it. */
  all: readonly Comment[]
  post: Post
  onChange: (next: (all: readonly Comment[]) => Comment[]) => void
  /** Replies to replies keep the same indentation: a phone has no room for more. */
  nested?: boolean
}

export function CommentItem({ comment, all, post, onChange, nested = false }: Props) {
  const client = useQueryClient()
  const [isReplying, setIsReplying] = useState(false)
  const [isDeleteDialogOpen, setIsDeleteDialogOpen] = useState(false)
  const [isReportDialogOpen, setIsReportDialogOpen] = useState(false)
  useRefreshWhenPublished(comment.pending, '/api/posts/')
  const replies = all.filter(({ parent_id }) => parent_id === comment.id)

  const settle = (is_liked: boolean, count: number) =>
    onChange((held) =>
      held.map((item) =>
        item.id === comment.id ? { ...item, is_liked, like_count: count, likes_count: count } : item,
      ),
    )

  return (
    <li>
      <div className="flex gap-2.5">
        <Avatar person={comment.author} size={32} />
        <div className="min-w-0">
          <div className="w-fit max-w-full rounded-card bg-sunken px-3.5 py-2">
            <AuthorName author={comment.author} />
            <RichText text={comment.content} mentions={comment.mentions} />
          </div>
          <div className="flex flex-wrap items-center text-small text-faint">
            {comment.pending && (
              <p className="px-3.5 py-1.5">Only you can see this for now. Others will see it within two minutes.</p>
            )}
            {!comment.pending && <LikeButton what="comment" liked={comment} onSettle={settle} />}
            {!comment.pending && (
              <button
                type="button"
                onClick={() => setIsReplying(!isReplying)}
                aria-expanded={isReplying}
                className="min-h-8 min-w-11 rounded-full px-2.5 font-medium hover:bg-sunken hover:text-ink"
              >
                Reply
              </button>
            )}
            {comment.can.report && !comment.pending && (
              <button
                type="button"
                aria-label="Report comment"
                title="Report comment"
                onClick={() => setIsReportDialogOpen(true)}
                className="inline-flex min-h-8 min-w-11 items-center justify-center rounded-full hover:bg-sunken hover:text-ink"
              >
                <Flag size={16} strokeWidth={1.75} />
              </button>
            )}
            {comment.can.delete && (
              <button
                type="button"
                aria-label="Delete comment"
                title="Delete comment"
                onClick={() => setIsDeleteDialogOpen(true)}
                className="inline-flex min-h-8 min-w-11 items-center justify-center rounded-full hover:bg-sunken hover:text-danger"
              >
                <Trash2 size={16} strokeWidth={1.75} />
              </button>
            )}
            <time
              className="px-2.5"
              dateTime={new Date(comment.created_at * 1000).toISOString()}
              title={formatFullDate(comment.created_at)}
            >
              {formatRelativeTime(comment.created_at)}
            </time>
          </div>
        </div>
      </div>
      {(replies.length > 0 || isReplying) && (
        <ul className={`mt-2 space-y-3 ${nested ? '' : 'ml-5 border-l border-line pl-4 sm:ml-10'}`}>
          {replies.map((answer) => (
            <CommentItem key={answer.id} comment={answer} all={all} post={post} onChange={onChange} nested />
          ))}
          {isReplying && (
            <li>
              <PostCommentForm
                post={post}
                parent={comment}
                onCreated={(created, { hasEarlierAttempt }) => {
                  onChange((held) => [...held, created])
                  if (hasEarlierAttempt) void invalidate(client, '/api/posts')
                  setIsReplying(false)
                }}
              />
            </li>
          )}
        </ul>
      )}
      {isReportDialogOpen && (
        <Suspense>
          <ReportDialog
            what="comment"
            id={comment.id}
            text={comment.content}
            report={(body) =>
              call<typeof comments.report>('POST /api/comments/:id/report', {
                params: { id: comment.id },
                body,
              })
            }
            onClose={() => setIsReportDialogOpen(false)}
          />
        </Suspense>
      )}
      {isDeleteDialogOpen && (
        <Suspense>
          <DeleteDialog
            what="comment"
            remove={() => call<typeof comments.remove>('DELETE /api/comments/:id', { params: { id: comment.id } })}
            onGone={() => onChange((held) => without(held, comment.id))}
            onClose={() => setIsDeleteDialogOpen(false)}
          />
        </Suspense>
      )}
    </li>
  )
}

/** The comments without this one and all replies below it, like the server deletes them. */
function without(all: readonly Comment[], id: string): Comment[] {
  const gone = new Set([id])
  for (const comment of all) if (comment.parent_id && gone.has(comment.parent_id)) gone.add(comment.id)
  return all.filter((comment) => !gone.has(comment.id))
}
