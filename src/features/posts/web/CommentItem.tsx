import { Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { call } from '../../../shared/web/api.ts'
import { ago, inFull } from '../../../shared/web/time.ts'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { AuthorName } from '../../people/web/Byline.tsx'
import type { Comment, comments, Post } from '../contract.ts'
import { CommentForm } from './CommentForm.tsx'
import { LikeButton } from './LikeButton.tsx'

const ConfirmDialog = lazy(() => import('../../../shared/web/ui/ConfirmDialog.tsx'))

type Props = {
  comment: Comment
  /** Every comment of the post, in which the replies are found. */
  all: readonly Comment[]
  post: Post
  onChange: (next: (all: readonly Comment[]) => Comment[]) => void
  /** Replies to replies stay at one indentation: a phone has no room for more. */
  nested?: boolean
}

/** A comment with what can be done to it, and its replies. */
export function CommentItem({ comment, all, post, onChange, nested = false }: Props) {
  const [replying, reply] = useState(false)
  const [deleting, confirmDelete] = useState(false)
  const replies = all.filter(({ parent_id }) => parent_id === comment.id)

  const settle = (is_liked: boolean, count: number) =>
    onChange((held) =>
      held.map((one) => (one.id === comment.id ? { ...one, is_liked, like_count: count, likes_count: count } : one)),
    )
  const toggle = async (liked: boolean) => {
    settle(liked, comment.like_count + (liked ? 1 : -1))
    try {
      const ask = { params: { id: comment.id } }
      const { data } = liked
        ? await call<typeof comments.like>('POST /api/comments/:id/like', ask)
        : await call<typeof comments.unlike>('DELETE /api/comments/:id/like', ask)
      settle(data.is_liked, data.likes_count)
    } catch {
      settle(comment.is_liked, comment.like_count)
    }
  }

  return (
    <li>
      <div className="flex gap-2.5">
        <Avatar person={comment.author} size={32} />
        <div className="min-w-0">
          <div className="w-fit max-w-full rounded-card bg-sunken px-3.5 py-2">
            <AuthorName author={comment.author} />
            <p className="whitespace-pre-line">{comment.content}</p>
          </div>
          <div className="flex flex-wrap items-center text-small text-faint">
            <LikeButton small liked={comment.is_liked} count={comment.like_count} onToggle={toggle} />
            <button
              type="button"
              onClick={() => reply(!replying)}
              aria-expanded={replying}
              className="min-h-8 min-w-11 rounded-full px-2.5 font-medium hover:bg-sunken hover:text-ink"
            >
              Reply
            </button>
            {comment.can.delete && (
              <button
                type="button"
                aria-label="Delete comment"
                title="Delete comment"
                onClick={() => confirmDelete(true)}
                className="inline-flex min-h-8 min-w-11 items-center justify-center rounded-full hover:bg-sunken hover:text-danger"
              >
                <Trash2 size={16} strokeWidth={1.75} />
              </button>
            )}
            <time
              className="px-2.5"
              dateTime={new Date(comment.created_at * 1000).toISOString()}
              title={inFull(comment.created_at)}
            >
              {ago(comment.created_at)}
            </time>
          </div>
        </div>
      </div>
      {(replies.length > 0 || replying) && (
        <ul className={`mt-2 space-y-3 ${nested ? '' : 'ml-5 border-l border-line pl-4 sm:ml-10'}`}>
          {replies.map((one) => (
            <CommentItem key={one.id} comment={one} all={all} post={post} onChange={onChange} nested />
          ))}
          {replying && (
            <li>
              <CommentForm
                post={post}
                parent={comment}
                onCreated={(created) => {
                  onChange((held) => [...held, created])
                  reply(false)
                }}
              />
            </li>
          )}
        </ul>
      )}
      {deleting && (
        <Suspense>
          <DeleteComment
            comment={comment}
            onClose={() => confirmDelete(false)}
            onDeleted={() => onChange((held) => without(held, comment.id))}
          />
        </Suspense>
      )}
    </li>
  )
}

/** The comments without this one and everything below it, as the server deletes them. */
function without(all: readonly Comment[], id: string): Comment[] {
  const gone = new Set([id])
  for (const comment of all) if (comment.parent_id && gone.has(comment.parent_id)) gone.add(comment.id)
  return all.filter((comment) => !gone.has(comment.id))
}

function DeleteComment({
  comment,
  onClose,
  onDeleted,
}: {
  comment: Comment
  onClose: () => void
  onDeleted: () => void
}) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const remove = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      await call<typeof comments.remove>('DELETE /api/comments/:id', { params: { id: comment.id } })
      onDeleted()
    } catch {
      setProblem('Failed to delete comment. Please try again.')
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete comment"
      question="Are you sure you want to delete this comment? This action cannot be undone."
      confirm="Delete comment"
      onConfirm={remove}
      busy={busy}
      problem={problem}
    />
  )
}
