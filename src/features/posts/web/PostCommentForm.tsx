import { useState } from 'react'
import { call } from '../../../shared/web/api.ts'
import { useMe } from '../../session/web/auth.tsx'
import type { Comment, comments, Post } from '../contract.ts'
import { CommentForm } from './CommentForm.tsx'

type Props = {
  post: Post
  parent: Comment | null
  onCreated: (comment: Comment, details: { hasEarlierAttempt: boolean }) => void
}

/** Form for a comment on a post of the feed, or a reply. A failure shows no toast. */
export function PostCommentForm({ post, parent, onCreated }: Props) {
  const me = useMe()
  const canHide = post.is_anonymous && post.is_author
  const [isSigned, setIsSigned] = useState(false)
  const isHidden = canHide && !isSigned
  return (
    <CommentForm
      to={parent?.id ?? post.id}
      label={parent ? `Reply to ${parent.author.name}` : 'Write a comment'}
      author={isHidden ? { id: null, name: 'Anonymous', avatar_url: null } : me}
      autoFocus={parent !== null}
      send={(words, idempotencyKey) =>
        call<typeof comments.create>('POST /api/comments', {
          body: {
            post_id: post.id,
            parent_id: parent?.id ?? null,
            ...words,
            ...(canHide ? { is_anonymous: isHidden } : {}),
          },
          idempotencyKey,
        })
      }
      onSent={({ data }, details) => onCreated(data, details)}
    >
      {canHide && (
        <label className="flex min-h-11 w-full cursor-pointer items-center gap-2.5 pl-10.5 text-small text-soft">
          <input
            type="checkbox"
            checked={isSigned}
            onChange={(event) => setIsSigned(event.target.checked)}
            className="size-5 shrink-0 accent-brand"
          />
          Comment as {me.name}
        </label>
      )}
    </CommentForm>
  )
}
