import { Ellipsis } from 'lucide'
import { type MouseEvent, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { UnreadBadge } from '../../../features/messages/web/UnreadBadge.tsx'
import { useMe } from '../../../features/session/web/auth.tsx'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useIsDesktop } from '../../../shared/web/media-query.ts'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { onStorageCleared } from '../../../shared/web/user-storage.ts'
import { keepPlaceState } from '../ScrollPositions.tsx'
import { isPlace } from '../titles.ts'
import { barItems, type NavItem } from './navigation.ts'
import { refreshEvent } from './refresh.ts'

const MoreSheet = lazyPart(() => import('./MoreSheet.tsx'))

const cell =
  'relative centered min-h-14 flex-1 flex-col gap-0.5 text-[min(0.75rem,4vw)] leading-tight text-soft aria-[current]:font-semibold aria-[current]:text-brand'

/** The tab bar on phones. */
export function BottomBar() {
  const me = useMe()
  const [more, setMore] = useState(false)
  if (useIsDesktop()) return null
  const tab = ({ path, label, icon }: NavItem) => (
    <Tab
      key={path}
      path={path}
      label={label}
      count={path === '/messages' && <UnreadBadge className="absolute top-0.5 left-1/2 ml-1" />}
    >
      <Icon icon={icon} />
    </Tab>
  )
  return (
    <nav
      aria-label="Main navigation"
      className="[body:has([data-chat])_&]:hidden bars-end fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]"
    >
      <div className="mx-auto flex max-w-lg px-1">
        {barItems.before.map(tab)}
        <Tab path="/profile" label="You">
          <Avatar person={me} size={20} />
        </Tab>
        {barItems.after.map(tab)}
        <button
          type="button"
          aria-haspopup="dialog"
          aria-expanded={more}
          onPointerEnter={MoreSheet.preload}
          onClick={() => setMore(true)}
          className={cell}
        >
          <Icon icon={Ellipsis} />
          More
        </button>
      </div>
      {more && (
        <Suspense>
          <MoreSheet onClose={() => setMore(false)} />
        </Suspense>
      )}
    </nav>
  )
}

/** Where each tab was left: its open item and filters. */
const lastPlaces = new Map<string, string>()
onStorageCleared(() => lastPlaces.clear())

type TabProps = { path: string; label: string; count?: ReactNode; children: ReactNode }

/** A tab returns to where it was left. The active one scrolls to the top of its page, and refreshes it there. */
function Tab({ path, label, count, children }: TabProps) {
  const { pathname, search } = useLocation()
  const isActive = isPlace(pathname, path, useMe().id)
  useEffect(() => {
    if (isActive) lastPlaces.set(path, pathname + search)
  }, [isActive, path, pathname, search])
  const onClick = (event: MouseEvent) => {
    if (!isActive || (pathname !== path && path !== '/profile')) return
    event.preventDefault()
    if (scrollY > 0) scrollTo(0, 0)
    else dispatchEvent(new Event(refreshEvent))
  }
  return (
    <Link
      to={isActive ? path : (lastPlaces.get(path) ?? path)}
      state={keepPlaceState}
      onClick={onClick}
      className={cell}
      {...(isActive ? { 'aria-current': 'page' as const } : {})}
    >
      {children}
      {label}
      {count}
    </Link>
  )
}
