import { Button } from '../../../shared/web/ui/Button.tsx'
import { LoadMore } from '../../../shared/web/ui/LoadMore.tsx'
import { Skeleton } from '../../../shared/web/ui/states.tsx'
import { useErrorToast } from '../../../shared/web/ui/toasts.tsx'
import { CommentItem } from './CommentItem.tsx'
import { useComments } from './comment-cache.ts'
import type { Discussion } from './discussion.ts'

/** The comments of one post, loaded when they are first opened. Replies are folded below their parent. */
export function CommentList({ discussion }: { discussion: Discussion }) {
  const list = useComments(discussion)
  const { comments } = list
  const retry = () => void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch())
  useErrorToast(list.error, discussion.toasts?.load)
  return (
    <div>
      {list.isPending && <Skeleton className="mb-3 h-12" />}
      {list.isError && (
        <p role="alert" className="mb-3 flex items-center gap-3 text-soft">
          {discussion.loadFailure} <Button onClick={retry}>Try Again</Button>
        </p>
      )}
      {list.isSuccess && comments.length === 0 && <p className="text-soft">No comments yet. Start the conversation.</p>}
      <ul aria-label="Comments" className="space-y-3">
        {comments
          .filter(({ parent_id }) => !parent_id)
          .map((comment) => (
            <CommentItem key={comment.id} comment={comment} all={comments} discussion={discussion} />
          ))}
      </ul>
      <LoadMore label="Load More Comments" list={list} />
    </div>
  )
}
