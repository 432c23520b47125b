import { useQuery } from '@tanstack/react-query'
import { Image } from 'lucide'
import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react'
import { firstName } from '../../../shared/names.ts'
import { plural } from '../../../shared/plural.ts'
import { query } from '../../../shared/web/api.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useIsDesktop } from '../../../shared/web/media-query.ts'
import { site } from '../../../shared/web/site.ts'
import { InBar } from '../../../shared/web/ui/AppBar.tsx'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { CreateButton } from '../../../shared/web/ui/CreateButton.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { LoadMore } from '../../../shared/web/ui/LoadMore.tsx'
import { Page } from '../../../shared/web/ui/Page.tsx'
import { ErrorState } from '../../../shared/web/ui/states.tsx'
import { useCreateDialog } from '../../../shared/web/url-state.ts'
import { PostSkeleton } from '../../discussions/web/PostSkeleton.tsx'
import { schoolsApi } from '../../schools/contract.gen.ts'
import { useMe } from '../../session/web/auth.tsx'
import { FeedCards } from './FeedCards.tsx'
import { FeedTools } from './FeedTools.tsx'
import { useNewPosts } from './new-posts.ts'
import { useFeed } from './queries.ts'
import { useFeedView } from './url-state.ts'

/** Few feeds are empty. */
const NoPosts = lazyPart(() => import('./NoPosts.tsx'))
const NewPosts = lazyPart(
  () => import('./NewPosts.tsx'),
  () => null,
)
const CreatePost = lazyPart(() => import('./CreatePost.tsx'))
const PostDialog = lazyPart(() => import('./PostDialog.tsx'))

/** A feed that was loaded before its first render has not been visited yet. */
let hasBeenShown = false

/** The feed, with content of higher features: `second` is a list item after the first post. */
export function FeedPage({ second, Interlude }: { second: ReactNode; Interlude: ComponentType<{ at: number }> }) {
  const me = useMe()
  const view = useFeedView()
  const feed = useFeed(view)
  const [isBack] = useState(hasBeenShown && feed.isSuccess)
  useEffect(() => {
    hasBeenShown = true
  }, [])
  const [isComposing, setIsComposing] = useCreateDialog()
  const stats = useQuery(query(schoolsApi.stats, { later: true }))
  const isDesk = useIsDesktop()
  const isEmpty = feed.isSuccess && feed.posts.length === 0 && !view.isNarrowed
  const hasNews = useNewPosts().length > 0 && !view.isNarrowed
  const startPost = () => setIsComposing(true)

  const members = stats.data && plural(stats.data.data.member_count, 'member')

  return (
    <Page
      title="Feed"
      subtitle={members ? `${members} at ${stats.data.data.school_name}` : stats.isError ? site.productName : ''}
    >
      <InBar slot="subtitle">{members}</InBar>
      <div className="flex min-h-14 items-center gap-3 border-b border-line bg-surface px-4 desk:card desk:mb-4 desk:py-3">
        <Avatar person={me} />
        <button
          type="button"
          onPointerEnter={CreatePost.preload}
          onClick={startPost}
          className="flex min-h-11 min-w-0 flex-1 items-center rounded-control text-left text-body text-faint"
        >
          <span className="min-w-0 flex-1 wrap-anywhere">What’s new, {firstName(me.name)}?</span>
          <Icon icon={Image} className="desk:hidden" />
        </button>
        {isDesk && (
          <Button variant="primary" onPointerEnter={CreatePost.preload} onClick={startPost}>
            Post
          </Button>
        )}
      </div>

      {!isEmpty && <FeedTools view={view} />}
      <Suspense>{hasNews && <NewPosts />}</Suspense>

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
        <FeedCards
          posts={feed.posts}
          atOnce={isBack}
          second={second}
          Interlude={view.isNarrowed ? undefined : Interlude}
        >
          <LoadMore label="Load More Posts" list={feed} />
          {!feed.hasNextPage && <p className="py-6 text-center text-soft">That’s everything. Go outside.</p>}
        </FeedCards>
      )}
      {!isDesk && <CreateButton label="Post" onPress={startPost} onIntent={CreatePost.preload} />}
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
