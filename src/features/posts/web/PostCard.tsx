import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis, MessageCircle, Trash2 } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { ApiError, call } from '../../../shared/web/api.ts'
import { Menu } from '../../../shared/web/ui/Menu.tsx'
import { Byline } from '../../people/web/Byline.tsx'
import type { Post, posts } from '../contract.ts'
import { Comments } from './Comments.tsx'
import { changePost } from './feed.ts'
import { LikeButton } from './LikeButton.tsx'

const ConfirmDialog = lazy(() => import('../../../shared/web/ui/ConfirmDialog.tsx'))

/** One post: who, what, likes and comments. */
export function PostCard({ post }: { post: Post }) {
  const [discussing, discuss] = useState(false)
  const [deleting, confirmDelete] = useState(false)
  const thread = useId()
  return (
    <article aria-label={`Post by ${post.author.name}`} className="card px-4.5 pt-4 pb-2">
      <header className="flex items-center gap-3">
        <Byline
          author={post.author}
          time={post.created_at}
          note={post.is_anonymous && post.is_author ? 'Only you see that this is yours' : undefined}
        />
        {post.can.delete && (
          <Menu
            label="More about this post"
            className="-mr-2"
            items={[
              {
                label: 'Delete post',
                icon: <Trash2 size={18} strokeWidth={1.75} />,
                danger: true,
                onSelect: () => confirmDelete(true),
              },
            ]}
          >
            <Ellipsis size={20} strokeWidth={1.75} />
          </Menu>
        )}
      </header>
      <p className="mt-3 text-body whitespace-pre-line">{post.content}</p>
      <div className="-ml-2 flex items-center gap-1 pt-2">
        <PostLike post={post} />
        <button
          type="button"
          aria-expanded={discussing}
          aria-controls={thread}
          aria-label={`${post.comment_count} ${post.comment_count === 1 ? 'comment' : 'comments'}`}
          onClick={() => discuss(!discussing)}
          className="inline-flex min-h-11 min-w-11 items-center gap-2 rounded-full px-2.5 text-soft tabular-nums transition-colors duration-150 hover:bg-sunken hover:text-ink"
        >
          <MessageCircle size={20} strokeWidth={1.75} />
          {post.comment_count}
        </button>
      </div>
      <div id={thread} className={discussing ? 'pb-2' : undefined}>
        {discussing && <Comments post={post} />}
      </div>
      {deleting && (
        <Suspense>
          <DeletePost post={post} onClose={() => confirmDelete(false)} />
        </Suspense>
      )}
    </article>
  )
}

function PostLike({ post }: { post: Post }) {
  const client = useQueryClient()
  const settle = (is_liked: boolean, count: number) =>
    changePost(client, post.id, (shown) => ({ ...shown, is_liked, like_count: count, likes_count: count }))
  const toggle = async (liked: boolean) => {
    settle(liked, post.like_count + (liked ? 1 : -1))
    try {
      const ask = { params: { id: post.id } }
      const { data } = liked
        ? await call<typeof posts.like>('POST /api/posts/:id/like', ask)
        : await call<typeof posts.unlike>('DELETE /api/posts/:id/like', ask)
      settle(data.is_liked, data.likes_count)
    } catch {
      settle(post.is_liked, post.like_count)
    }
  }
  return <LikeButton liked={post.is_liked} count={post.like_count} onToggle={toggle} />
}

function DeletePost({ post, onClose }: { post: Post; onClose: () => void }) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const remove = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      await call<typeof posts.remove>('DELETE /api/posts/:id', { params: { id: post.id } })
      changePost(client, post.id, () => undefined)
    } catch (error) {
      const unreachable = error instanceof ApiError && error.status === 0
      setProblem(
        unreachable
          ? 'Failed to delete post. Please check your connection and try again.'
          : 'Failed to delete post. Please try again.',
      )
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete post"
      question="Are you sure you want to delete this post? This action cannot be undone."
      confirm="Delete post"
      onConfirm={remove}
      busy={busy}
      problem={problem}
    />
  )
}
