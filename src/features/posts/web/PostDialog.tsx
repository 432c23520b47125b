import { useQuery } from '@tanstack/react-query'
import { ApiError, query } from '../../../shared/web/api.ts'
import { maxReadRetries } from '../../../shared/web/read-retries.ts'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { ErrorState } from '../../../shared/web/ui/states.tsx'
import { PostSkeleton } from '../../discussions/web/PostSkeleton.tsx'
import { postsApi } from '../contract.gen.ts'
import { PostCard } from './PostCard.tsx'

/** One post with its comments in a dialog over the feed; the target of links to a post. */
export default function PostDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, isPending, error, refetch } = useQuery({
    ...query(postsApi.show, { params: { id } }),
    retry: (failures, error) => failures < maxReadRetries(1) && !(error instanceof ApiError && error.status === 404),
  })
  const isGone = error instanceof ApiError && error.status === 404
  return (
    <Dialog open wide onClose={onClose} title={isGone ? 'Post not found' : 'Post'}>
      {isPending && <PostSkeleton count={1} />}
      {isGone && <p className="text-soft">It may have been deleted, or it belongs to another school.</p>}
      {error && !isGone && (
        <ErrorState text="We couldn’t load this post." error={error} onRetry={() => void refetch()} />
      )}
      {data && <PostCard post={data.data} discussed />}
    </Dialog>
  )
}
