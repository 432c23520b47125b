import { useQuery } from '@tanstack/react-query'
import { Flag, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { call, query } from '../../../shared/web/api.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useLiveEvent } from '../../../shared/web/live.ts'
import { formatFullDate, formatRelativeTime } from '../../../shared/web/time.ts'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { RichText } from '../../../shared/web/ui/RichText.tsx'
import { Skeleton } from '../../../shared/web/ui/states.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { useErrorToast } from '../../groups/web/queries.ts'
import { AuthorName } from '../../people/web/Byline.tsx'
import { CommentForm } from '../../posts/web/CommentForm.tsx'
import { useMe } from '../../session/web/auth.tsx'
import type { GroupComment, GroupPost, groupPosts } from '../contract.ts'

const ReportDialog = lazyPart(() => import('../../moderation/web/ReportDialog.tsx'))
const DeleteDialog = lazyPart(() => import('../../posts/web/DeleteDialog.tsx'))

const toParams = (post: GroupPost) => ({ gid: post.group_id, pid: post.id })

/** The comments of one post, loaded when they are first opened. */
export function GroupComments({ post }: { post: GroupPost }) {
  const me = useMe()
  const list = useQuery(
    query<typeof groupPosts.comments>('GET /api/groups/:gid/posts/:pid/comments', {
      params: toParams(post),
      query: {},
    }),
  )
  useErrorToast(list.isError, 'Failed to load comments')
  useLiveEvent('post.commented', ({ post_id }) => {
    if (post_id === post.id) void list.refetch()
  })
  const comments = list.data?.data ?? []
  return (
    <div className="border-t border-line pt-3">
      {list.isPending && <Skeleton className="mb-3 h-12" />}
      {list.isError && (
        <p className="mb-3 flex items-center gap-3 text-soft">
          Failed to load comments <Button onClick={() => void list.refetch()}>Try Again</Button>
        </p>
      )}
      {list.isSuccess && comments.length === 0 && (
        <p className="mb-3 text-soft">No comments yet. Start the conversation.</p>
      )}
      <ul aria-label="Comments" className="space-y-3">
        {comments.map((comment) => (
          <Item key={comment.id} comment={comment} post={post} onGone={() => void list.refetch()} />
        ))}
      </ul>
      <CommentForm
        to={post.id}
        label="Write a comment"
        author={me}
        send={(body, idempotencyKey) =>
          call<typeof groupPosts.comment>('POST /api/groups/:gid/posts/:pid/comments', {
            params: toParams(post),
            body,
            idempotencyKey,
          })
        }
        onSent={() => void list.refetch()}
        onFailed={() => toast.error('Failed to create comment')}
      />
    </div>
  )
}

function Item({ comment, post, onGone }: { comment: GroupComment; post: GroupPost; onGone: () => void }) {
  const [open, setOpen] = useState<'delete' | 'report'>()
  const close = () => setOpen(undefined)
  const params = { ...toParams(post), cid: comment.id }
  return (
    <li className="flex gap-2.5">
      <Avatar person={comment.author} size={32} />
      <div className="min-w-0">
        <div className="w-fit max-w-full rounded-card bg-sunken px-3.5 py-2">
          <AuthorName author={comment.author} />
          <RichText text={comment.content} mentions={comment.mentions} className="wrap-anywhere" />
        </div>
        <div className="flex items-center gap-1 pl-3.5 text-small text-faint">
          <time dateTime={new Date(comment.created_at * 1000).toISOString()} title={formatFullDate(comment.created_at)}>
            {formatRelativeTime(comment.created_at)}
          </time>
          {comment.can.delete && (
            <IconButton label="Delete comment" className="h-8!" onClick={() => setOpen('delete')}>
              <Trash2 size={16} strokeWidth={1.75} />
            </IconButton>
          )}
          {comment.can.report && (
            <IconButton label="Report comment" className="h-8!" onClick={() => setOpen('report')}>
              <Flag size={16} strokeWidth={1.75} />
            </IconButton>
          )}
        </div>
      </div>
      <Suspense>
        {open === 'report' && (
          <ReportDialog
            what="comment"
            id={comment.id}
            text={comment.content}
            report={(body) =>
              call<typeof groupPosts.reportComment>('POST /api/groups/:gid/posts/:pid/comments/:cid/report', {
                params,
                body,
              })
            }
            onClose={close}
          />
        )}
        {open === 'delete' && (
          <DeleteDialog
            what="comment"
            remove={() =>
              call<typeof groupPosts.removeComment>('DELETE /api/groups/:gid/posts/:pid/comments/:cid', { params })
            }
            onGone={onGone}
            onClose={close}
          />
        )}
      </Suspense>
    </li>
  )
}
