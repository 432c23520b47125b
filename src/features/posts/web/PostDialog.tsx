import { useQuery } from '@tanstack/react-query'
import { query } from '../../../shared/web/api.ts'
import { DetailDialog } from '../../../shared/web/ui/DetailDialog.tsx'
import { PostSkeleton } from '../../discussions/web/PostSkeleton.tsx'
import { postsApi } from '../contract.gen.ts'
import { PostCard } from './PostCard.tsx'

/** One post with its comments in a dialog over the feed; the target of links to a post. */
export default function PostDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, isPending, error, refetch } = useQuery(query(postsApi.show, { params: { id } }))
  return (
    <DetailDialog
      onClose={onClose}
      what="Post"
      item={data?.data}
      isPending={isPending}
      error={error}
      onRetry={() => void refetch()}
      goneText="It may have been deleted, or it belongs to another school."
      failureText="We couldn’t load this post."
      skeleton={<PostSkeleton count={1} />}
    >
      {(post) => (
        <div className="-mx-5 sm:*:border-0 sm:*:shadow-none">
          <PostCard post={post} isAlone />
        </div>
      )}
    </DetailDialog>
  )
}
