import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Reply } from '../../../shared/contract.ts'
import { invalidate, query, queryKeyFor } from '../../../shared/web/api.ts'
import { useLiveEvent } from '../../../shared/web/live.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Skeleton } from '../../../shared/web/ui/states.tsx'
import type { Comment, comments, Post } from '../contract.ts'
import { CommentItem } from './CommentItem.tsx'
import { PostCommentForm } from './PostCommentForm.tsx'
import { patchPost } from './queries.ts'

type List = Reply<typeof comments.list>

/** The comments of one post, loaded when they are first opened. Replies are shown below their parent. */
export function Comments({ post }: { post: Post }) {
  const client = useQueryClient()
  const ask = { params: { id: post.id }, query: {} }
  const list = useQuery(query<typeof comments.list>('GET /api/posts/:id/comments', ask))
  const shown = list.data?.data ?? []

  const change = (next: (comments: readonly Comment[]) => Comment[]) => {
    const key = queryKeyFor('GET /api/posts/:id/comments', ask)
    const now = client.getQueryData<List>(key)?.data ?? [] // more comments may have arrived since the render
    const byId = new Map(next(now).map((comment) => [comment.id, comment])) // the event stream may have delivered the comment first
    const [before, after] = [now.length, [...byId.values()]]
    client.setQueryData<List>(key, (held) => held && { ...held, data: after })
    const count = (held: Post) => held.comment_count + after.length - before
    patchPost(client, post.id, (held) => ({ ...held, comment_count: count(held), comments_count: count(held) }))
  }

  const told = useRef(post.comment_count) // of two concurrent refetches the first may finish last
  useLiveEvent('post.commented', ({ post_id, comments_count }) => {
    if (post_id !== post.id) return
    told.current = comments_count
    // Refetch the comments first: `onChange` counts the viewer's own changes relative to the list that is shown.
    void list.refetch().then(() => {
      const count = told.current
      patchPost(client, post.id, (held) => ({ ...held, comment_count: count, comments_count: count }))
    })
  })

  return (
    <div className="border-t border-line pt-3">
      {list.isPending && <Skeleton className="mb-3 h-12" />}
      {list.isError && (
        <p role="alert" className="mb-3 flex items-center gap-3 text-soft">
          We couldn’t load the comments. <Button onClick={() => void list.refetch()}>Try Again</Button>
        </p>
      )}
      {list.isSuccess && shown.length === 0 && (
        <p className="mb-3 text-soft">No comments yet. Start the conversation.</p>
      )}
      <ul className="space-y-3">
        {shown
          .filter(({ parent_id }) => parent_id === null)
          .map((comment) => (
            <CommentItem key={comment.id} comment={comment} all={shown} post={post} onChange={change} />
          ))}
      </ul>
      <PostCommentForm
        post={post}
        parent={null}
        onCreated={(comment, { hasEarlierAttempt }) => {
          change((all) => [...all, comment])
          if (hasEarlierAttempt) void invalidate(client, '/api/posts')
        }}
      />
    </div>
  )
}
