import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { firstName } from '../../../shared/names.ts'
import { query } from '../../../shared/web/api.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { site } from '../../../shared/web/site.ts'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { LoadMore } from '../../../shared/web/ui/LoadMore.tsx'
import { Page } from '../../../shared/web/ui/Page.tsx'
import { ErrorState } from '../../../shared/web/ui/states.tsx'
import { useCreateDialog } from '../../../shared/web/url-state.ts'
import { PostSkeleton } from '../../discussions/web/PostSkeleton.tsx'
import { schoolsApi } from '../../schools/contract.gen.ts'
import { useMe } from '../../session/web/auth.tsx'
import { FeedCards } from './FeedCards.tsx'
import { FeedTools } from './FeedTools.tsx'
import { useFeed } from './queries.ts'
import { useFeedView } from './url-state.ts'

/** Few feeds are empty. */
const NoPosts = lazyPart(() => import('./NoPosts.tsx'))
const CreatePost = lazyPart(() => import('./CreatePost.tsx'))
const PostDialog = lazyPart(() => import('./PostDialog.tsx'))

export default function FeedPage() {
  const me = useMe()
  const view = useFeedView()
  const feed = useFeed(view)
  const [isBack] = useState(feed.isSuccess)
  const [isComposing, setIsComposing] = useCreateDialog()
  const stats = useQuery(query(schoolsApi.stats, { later: true }))
  const startPost = () => setIsComposing(true)

  return (
    <Page title="Feed" subtitle={<SchoolLine stats={stats.data?.data} failed={stats.isError} />}>
      <div className="card flex flex-wrap items-center gap-3 px-4 py-3.5">
        <Avatar person={me} />
        <button
          type="button"
          onPointerEnter={CreatePost.preload}
          onClick={startPost}
          className="min-h-11 flex-1 basis-36 rounded-control px-1 text-left text-body text-faint"
        >
          What’s happening on campus, {firstName(me.name)}?
        </button>
        <Button variant="primary" onPointerEnter={CreatePost.preload} onClick={startPost}>
          Post
        </Button>
      </div>

      <FeedTools view={view} />

      {feed.isPending && <PostSkeleton count={3} />}
      {feed.isError && (
        <ErrorState text="We couldn’t load your feed." error={feed.error} onRetry={() => void feed.refetch()} />
      )}
      {feed.isSuccess && feed.posts.length === 0 && (
        <Suspense fallback={<PostSkeleton count={1} />}>
          <NoPosts narrowed={view.isNarrowed} onWrite={startPost} onReset={view.reset} />
        </Suspense>
      )}
      {feed.posts.length > 0 && (
        <FeedCards posts={feed.posts} atOnce={isBack}>
          <LoadMore label="Load More Posts" list={feed} />
        </FeedCards>
      )}
      {view.post && (
        <Suspense>
          <PostDialog key={view.post} id={view.post} onClose={() => view.change({ post: undefined })} />
        </Suspense>
      )}
      {isComposing && (
        <Suspense>
          <CreatePost onClose={() => setIsComposing(false)} />
        </Suspense>
      )}
    </Page>
  )
}

function SchoolLine({
  stats,
  failed,
}: {
  stats: { school_name: string; member_count: number } | undefined
  failed: boolean
}) {
  if (failed) return site.productName
  if (!stats) return ''
  return `${stats.member_count.toLocaleString()} ${stats.member_count === 1 ? 'member' : 'members'} at ${stats.school_name}`
}
