import MessageSync from '../../../features/messages/web/message-sync.ts'
import { useNewPostEvents } from '../../../features/posts/web/new-posts.ts'
import { PullToRefresh } from './PullToRefresh.tsx'
import { useSlidingBars } from './sliding-bars.ts'

/** What works beside every page and is not needed for its first paint: one piece of code. The event stream waits for it. */
export default function Background({ userId }: { userId: string }) {
  useSlidingBars()
  useNewPostEvents()
  return (
    <>
      <MessageSync userId={userId} />
      <PullToRefresh />
    </>
  )
}
