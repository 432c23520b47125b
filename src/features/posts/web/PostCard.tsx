import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Flag, MessageCircle, Trash2 } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import { call } from '../../../shared/web/api.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useLiveEvent, usePostSubscription } from '../../../shared/web/live.ts'
import { useRefreshWhenPublished } from '../../../shared/web/publication.ts'
import { Menu } from '../../../shared/web/ui/Menu.tsx'
import { RichText } from '../../../shared/web/ui/RichText.tsx'
import { MediaGrid } from '../../media/web/MediaGrid.tsx'
import { listMedia } from '../../media/web/pictures.ts'
import { Byline } from '../../people/web/Byline.tsx'
import type { Post, posts } from '../contract.ts'
import { Comments } from './Comments.tsx'
import { LikeButton } from './LikeButton.tsx'
import { patchPost } from './queries.ts'

const ReportDialog = lazyPart(() => import('../../moderation/web/ReportDialog.tsx'))
const DeleteDialog = lazyPart(() => import('./DeleteDialog.tsx'))

const visibilityNote = ({ pending, is_anonymous, is_author }: Post) =>
  is_anonymous && is_author && !pending ? 'Only you can see this is yours' : undefined

/** One post with likes and comments; `discussed` opens the comments initially. */
export function PostCard({ post, discussed = false }: { post: Post; discussed?: boolean }) {
  const [isOpen, setIsOpen] = useState(discussed)
  const [isDeleteDialogOpen, setIsDeleteDialogOpen] = useState(false)
  const [isReportDialogOpen, setIsReportDialogOpen] = useState(false)
  const thread = useId()
  const client = useQueryClient()
  const change = (to: (shown: Post) => Post | undefined) => patchPost(client, post.id, to)
  usePostSubscription(post.id)
  useRefreshWhenPublished(post.pending, '/api/posts')
  useLiveEvent('post.liked', ({ post_id, likes_count }) => {
    if (post_id === post.id) change((shown) => ({ ...shown, like_count: likes_count, likes_count }))
  })
  useLiveEvent('post.commented', ({ post_id, comments_count }) => {
    if (post_id !== post.id || isOpen) return // an open comment list updates the count itself
    change((shown) => ({ ...shown, comment_count: comments_count, comments_count }))
  })
  return (
    <article aria-label={`Post by ${post.author.name}`} className="card px-4.5 pt-4 pb-2">
      <header className="flex items-center gap-3">
        <Byline author={post.author} time={post.created_at} note={visibilityNote(post)} />
        {(post.can.delete || post.can.report) && (
          <Menu
            label="Post options"
            className="-mr-2"
            items={[
              ...(post.can.delete
                ? [
                    {
                      label: 'Delete post',
                      icon: <Trash2 size={18} strokeWidth={1.75} />,
                      danger: true,
                      onSelect: () => setIsDeleteDialogOpen(true),
                    },
                  ]
                : []),
              ...(post.can.report && !post.pending
                ? [
                    {
                      label: 'Report post',
                      icon: <Flag size={18} strokeWidth={1.75} />,
                      onSelect: () => setIsReportDialogOpen(true),
                    },
                  ]
                : []),
            ]}
          >
            <Ellipsis size={20} strokeWidth={1.75} />
          </Menu>
        )}
      </header>
      <RichText text={post.content} mentions={post.mentions} className="mt-3 text-body" />
      <MediaGrid media={listMedia(post)} />
      {post.pending && (
        <p className="py-2 text-small text-faint">
          Only you can see this for now. Others will see it within two minutes.
        </p>
      )}
      <div className={`-ml-2 items-center gap-1 pt-2 ${post.pending ? 'hidden' : 'flex'}`}>
        <LikeButton
          what="post"
          liked={post}
          onSettle={(is_liked, count) =>
            change((shown) => ({ ...shown, is_liked, like_count: count, likes_count: count }))
          }
        />
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={thread}
          aria-label={`${post.comment_count} ${post.comment_count === 1 ? 'comment' : 'comments'}`}
          onClick={() => setIsOpen(!isOpen)}
          className="inline-flex min-h-11 min-w-11 items-center gap-2 rounded-full px-2.5 text-soft tabular-nums transition-colors duration-150 hover:bg-sunken hover:text-ink"
        >
          <MessageCircle size={20} strokeWidth={1.75} />
          {post.comment_count}
        </button>
      </div>
      <div id={thread} className={isOpen ? 'pb-2' : undefined}>
        {isOpen && <Comments post={post} />}
      </div>
      {isReportDialogOpen && (
        <Suspense>
          <ReportDialog
            what="post"
            id={post.id}
            text={post.content}
            report={(body) =>
              call<typeof posts.report>('POST /api/posts/:id/report', { params: { id: post.id }, body })
            }
            onClose={() => setIsReportDialogOpen(false)}
          />
        </Suspense>
      )}
      {isDeleteDialogOpen && (
        <Suspense>
          <DeleteDialog
            what="post"
            remove={() => call<typeof posts.remove>('DELETE /api/posts/:id', { params: { id: post.id } })}
            onGone={() => change(() => undefined)}
            onClose={() => setIsDeleteDialogOpen(false)}
          />
        </Suspense>
      )}
    </article>
  )
}
