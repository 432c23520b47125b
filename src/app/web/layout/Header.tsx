import { CloudOff, LogOut, Settings, User } from 'lucide'
import { Suspense, useMemo, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { Bell } from '../../../features/notifications/web/Bell.tsx'
import { SearchButton } from '../../../features/search/web/SearchButton.tsx'
import { useAuth, useMe } from '../../../features/session/web/auth.tsx'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useIsDesktop } from '../../../shared/web/media-query.ts'
import { site } from '../../../shared/web/site.ts'
import { BarSlot } from '../../../shared/web/ui/AppBar.tsx'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { Logo } from '../../../shared/web/ui/Logo.tsx'
import { Menu } from '../../../shared/web/ui/Menu.tsx'
import { useUnsentCount } from '../../../shared/web/unsent.ts'
import { barTitle, isUnder } from '../titles.ts'
import { canVisit, railItems } from './navigation.ts'
import { shellWidth } from './shell-width.ts'
import { toShortSchoolName } from './short-school-name.ts'

const Drawer = lazyPart(() => import('./Drawer.tsx'))
const BellPopover = lazyPart(() => import('./BellPopover.tsx'))

/** The top bar: where you are on the left, account on the right. Pages fill its slots on a phone. */
export function Header() {
  const me = useMe()
  const { logout } = useAuth()
  const { pathname } = useLocation()
  const isDesk = useIsDesktop()
  const [open, setOpen] = useState(false)
  const places = useMemo(() => railItems.flat().filter((place) => canVisit(place, me)), [me])
  const unsent = useUnsentCount()
  const notSent = unsent > 0 ? `, ${unsent} not sent yet` : ''
  const avatar = (
    <span className="relative inline-flex">
      <Avatar person={me} size={32} />
      {unsent > 0 && (
        <span
          aria-hidden
          className="absolute -top-1 -right-1 min-w-4.5 rounded-full bg-danger px-1 text-center text-tiny leading-4.5 font-semibold text-on-danger"
        >
          {unsent}
        </span>
      )}
    </span>
  )
  return (
    <header className="max-desk:[body:has([data-chat])_&]:hidden bars-top sticky top-0 z-30 border-b border-line bg-paper pt-[env(safe-area-inset-top)]">
      <div
        className={`relative mx-auto flex h-14 items-center px-[min(1rem,4vw)] desk:h-15 desk:gap-3 desk:px-6 ${isDesk ? shellWidth(pathname) : 'max-w-[620px]'}`}
      >
        {isDesk ? (
          <>
            <Link
              to="/dashboard"
              className="flex h-11 items-center gap-2.5 font-display text-[1.375rem] font-semibold tracking-tight"
            >
              <Logo />
              {site.productName}
            </Link>
            <span className="min-w-0 flex-1 truncate border-l border-line pl-3 text-small text-soft">{me.school}</span>
          </>
        ) : (
          <>
            <BarSlot name="back" className="-ml-2.5 flex shrink-0 empty:hidden" />
            <BarTitle pathname={pathname} school={me.school} />
            <BarSlot name="action" className="flex shrink-0 empty:hidden" />
          </>
        )}
        <SearchButton places={places} />
        <Bell Popover={isDesk ? BellPopover : undefined} />
        {isDesk ? (
          <Menu
            label={`Your account${notSent}`}
            items={[
              { label: 'Profile', icon: <Icon icon={User} size={18} />, to: '/profile' },
              ...(unsent > 0
                ? [{ label: `Not sent yet (${unsent})`, icon: <Icon icon={CloudOff} size={18} />, to: '/not-sent' }]
                : []),
              { label: 'Settings', icon: <Icon icon={Settings} size={18} />, to: '/settings' },
              { label: 'Logout', icon: <Icon icon={LogOut} size={18} />, onSelect: logout },
            ]}
          >
            {avatar}
          </Menu>
        ) : (
          <button
            type="button"
            aria-label={`Menu${notSent}`}
            aria-haspopup="dialog"
            onPointerEnter={Drawer.preload}
            onClick={() => setOpen(true)}
            className="-mr-[min(0.375rem,2vw)] disc size-[min(2.75rem,12vw)] *:max-h-full *:max-w-full shrink-0"
          >
            {avatar}
          </button>
        )}
        {!isDesk && <BarSlot name="search" className="contents" />}
      </div>
      {open && (
        <Suspense>
          <Drawer onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </header>
  )
}

/** The title of the page, whose heading is for screen readers; on the feed, the school with the number of its members. */
function BarTitle({ pathname, school }: { pathname: string; school: string }) {
  const isFeed = isUnder(pathname, '/dashboard')
  return (
    <div aria-hidden className="flex min-w-0 flex-1 items-center gap-[min(0.625rem,2vw)]">
      {isFeed && <Logo />}
      <div className="min-w-0">
        <p
          className={`line-clamp-2 font-display text-[min(1.25rem,6.5vw)] leading-none font-semibold tracking-tight ${isFeed ? 'max-h-[1em] break-all' : 'py-0.5'}`}
        >
          {isFeed ? toShortSchoolName(school) : (barTitle(pathname) ?? site.productName)}
        </p>
        {isFeed && <BarSlot name="subtitle" className="min-h-4 truncate text-[min(0.75rem,4vw)] leading-4 text-soft" />}
      </div>
    </div>
  )
}
