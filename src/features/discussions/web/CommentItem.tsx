import { useQueryClient } from '@tanstack/react-query'
import { Flag, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { invalidate } from '../../../shared/web/api.ts'
import { useRefreshWhenPublished } from '../../../shared/web/publication.ts'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { RichText } from '../../../shared/web/ui/RichText.tsx'
import { Time } from '../../../shared/web/ui/Time.tsx'
import { AuthorName } from '../../people/web/Byline.tsx'
import { CommentForm } from './CommentForm.tsx'
import { patchComment, removeComment } from './cache.ts'
import type { CardComment, Discussion } from './discussion.ts'
import { type ItemDialog, ItemDialogs } from './ItemDialogs.tsx'
import { LikeButton } from './LikeButton.tsx'

type Props = {
  comment: CardComment
  /** Every loaded comment of the post; replies are found in it. */
  all: readonly CardComment[]
  discussion: Discussion
  /** Replies to replies keep the same indentation: a phone has no room for more. */
  nested?: boolean
}

const small = 'h-8! not-hover:text-faint!'

export function CommentItem({ comment, all, discussion, nested = false }: Props) {
  const { id, author, pending, is_liked, like_count, can } = comment
  const { likeComment, commentsKey, canReply, toasts } = discussion
  const client = useQueryClient()
  const [isReplying, setIsReplying] = useState(false)
  const [dialog, setDialog] = useState<ItemDialog>()
  useRefreshWhenPublished(pending, commentsKey)
  const replies = all.filter(({ parent_id }) => parent_id === id)
  return (
    <li>
      <div className="flex gap-2.5">
        <Avatar person={author} size={32} />
        <div className="min-w-0">
          <div className="w-fit max-w-full rounded-card bg-sunken px-3.5 py-2">
            <AuthorName author={author} />
            <RichText text={comment.content} mentions={comment.mentions} className="wrap-anywhere" />
          </div>
          <div className="flex flex-wrap items-center text-small text-faint">
            {pending && (
              <p className="px-3.5 py-1.5">Only you can see this for now. Others will see it within two minutes.</p>
            )}
            {!pending && likeComment && is_liked !== undefined && like_count !== undefined && (
              <LikeButton
                what="comment"
                item={{ id, is_liked, like_count }}
                send={(wish) => likeComment(id, wish)}
                onSettle={(state) => patchComment(client, discussion, id, state)}
                refetch={() => invalidate(client, commentsKey)}
                failure={toasts?.like}
              />
            )}
            {!pending && canReply && (
              <button
                type="button"
                onClick={() => setIsReplying(!isReplying)}
                aria-expanded={isReplying}
                className="min-h-8 min-w-11 rounded-full px-2.5 font-medium hover:bg-sunken hover:text-ink"
              >
                Reply
              </button>
            )}
            {can.report && !pending && (
              <IconButton label="Report comment" className={small} onClick={() => setDialog('report')}>
                <Icon icon={Flag} size={16} />
              </IconButton>
            )}
            {can.delete && (
              <IconButton
                label="Delete comment"
                className={`${small} hover:text-danger!`}
                onClick={() => setDialog('delete')}
              >
                <Icon icon={Trash2} size={16} />
              </IconButton>
            )}
            <Time at={comment.created_at} className={likeComment ? 'px-2.5' : 'order-first pr-1 pl-3.5'} />
          </div>
        </div>
      </div>
      {(replies.length > 0 || isReplying) && (
        <ul className={`mt-2 space-y-3 ${nested ? '' : 'ml-5 border-l border-line pl-4 sm:ml-10'}`}>
          {replies.map((reply) => (
            <CommentItem key={reply.id} comment={reply} all={all} discussion={discussion} nested />
          ))}
          {isReplying && (
            <li>
              <CommentForm discussion={discussion} parent={comment} onDone={() => setIsReplying(false)} />
            </li>
          )}
        </ul>
      )}
      <ItemDialogs
        what="comment"
        item={comment}
        open={dialog}
        report={(body) => discussion.reportComment(id, body)}
        remove={() => discussion.removeComment(id)}
        onGone={() => removeComment(client, discussion, id)}
        onClose={() => setDialog(undefined)}
      />
    </li>
  )
}
