import { type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router'
import { useNotices } from '../../../features/moderation/web/notices.ts'
import { FriendEvents } from '../../../features/people/web/FriendEvents.tsx'
import { useMe } from '../../../features/session/web/auth.tsx'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useMediaQuery } from '../../../shared/web/media-query.ts'
import { DialogFailed } from '../../../shared/web/ui/PartFailed.tsx'
import { isUnder } from '../titles.ts'
import { BottomBar } from './BottomBar.tsx'
import './early-keys.ts'
import { useEventStream } from './event-stream.ts'
import { Header } from './Header.tsx'
import { LeftRail } from './LeftRail.tsx'
import { RightRail } from './RightRail.tsx'
import { isGridPage, isSplitPage, shellWidth } from './shell-width.ts'

/** Loaded beside the page. The event stream waits until it listens. */
const Background = lazyPart(
  () => import('./Background.tsx'),
  () => null,
)
const NoticeDialog = lazyPart(() => import('../../../features/moderation/web/NoticeDialog.tsx'), DialogFailed)
const Shortcuts = lazyPart(
  () => import('./Shortcuts.tsx'),
  () => null,
)
/** Loads the terms and the first steps, which few users see. Only the terms cover the page when they fail to load. */
const Newcomer = lazyPart(
  () => import('./Newcomer.tsx'),
  (props) => (useMe().terms_accepted ? null : <DialogFailed {...props} />),
)

const withoutRightRail = ['/messages', '/profile', '/admin']

/** Notices about moderation decisions, once their dialog is loaded. Not fetched before the terms are accepted. */
function Notices() {
  const { notices, understood } = useNotices()
  if (notices.length === 0) return null
  return (
    <Suspense>
      <NoticeDialog notices={notices} onUnderstand={understood} />
    </Suspense>
  )
}

/** The main layout: header, rails and the page; on a phone, header and bottom bar. */
export function Shell({ children }: { children: ReactNode }) {
  const { id, terms_accepted, welcome } = useMe()
  useEventStream(id, Background.load)
  const { pathname } = useLocation()
  const hasKeyboard = useMediaQuery('(any-hover: hover), (width >= 48rem)') // likely
  const hasRightRail = !withoutRightRail.some((prefix) => isUnder(pathname, prefix))
  const isWide = isUnder(pathname, '/admin') || isUnder(pathname, '/messages')
  return (
    <>
      <a
        href="#content"
        className="fixed top-2 left-2 z-60 -translate-y-16 rounded-control bg-brand px-4 py-3 font-semibold text-on-brand focus:translate-y-0"
      >
        Skip to content
      </a>
      <Header />
      <div
        className={`mx-auto grid ${shellWidth(pathname)} desk:gap-6 desk:px-6 wide:gap-8 ${
          isSplitPage(pathname)
            ? 'desk:grid-cols-[200px_minmax(0,1fr)] min-[90rem]:grid-cols-[236px_minmax(0,1fr)_300px]'
            : hasRightRail
              ? `desk:grid-cols-[200px_minmax(0,1fr)_250px] wide:justify-between ${isGridPage(pathname) ? 'wide:grid-cols-[236px_minmax(0,920px)_300px]' : 'wide:grid-cols-[236px_minmax(0,620px)_300px]'}`
              : isUnder(pathname, '/admin')
                ? 'desk:grid-cols-[200px_minmax(0,1fr)]'
                : 'desk:grid-cols-[200px_minmax(0,1fr)] wide:grid-cols-[236px_minmax(0,1fr)]'
        }`}
      >
        <LeftRail />
        <main
          id="content"
          className={`min-w-0 pb-14 desk:pb-0 ${isWide ? '' : 'max-desk:mx-auto max-desk:w-full max-desk:max-w-[620px]'}`}
        >
          {children}
        </main>
        {hasRightRail && <RightRail />}
      </div>
      <BottomBar />
      <FriendEvents />
      <Suspense>
        <Background userId={id} />
        {hasKeyboard && <Shortcuts />}
      </Suspense>
      <Notices />
      {(terms_accepted === 0 || welcome === 'steps') && (
        <Suspense>
          <Newcomer />
        </Suspense>
      )}
    </>
  )
}
