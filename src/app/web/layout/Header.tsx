import { LogOut, Settings, User } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { Bell } from '../../../features/notifications/web/Bell.tsx'
import { SearchButton } from '../../../features/search/web/SearchButton.tsx'
import { useAuth, useMe } from '../../../features/session/web/auth.tsx'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useIsDesktop } from '../../../shared/web/media-query.ts'
import { site } from '../../../shared/web/site.ts'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { Logo } from '../../../shared/web/ui/Logo.tsx'
import { Menu } from '../../../shared/web/ui/Menu.tsx'
import { isUnder } from '../titles.ts'
import { canVisit, railItems } from './navigation.ts'

const Drawer = lazyPart(() => import('./Drawer.tsx'))

/** The top bar: navigation on the left, account on the right. */
export function Header() {
  const me = useMe()
  const { logout } = useAuth()
  const { pathname } = useLocation()
  const isDesk = useIsDesktop()
  const [open, setOpen] = useState(false)
  const places = useMemo(() => railItems.flat().filter((place) => canVisit(place, me.role)), [me.role])
  return (
    <header className="max-desk:[body:has([data-chat])_&]:hidden sticky top-0 z-30 border-b border-line bg-paper pt-[env(safe-area-inset-top)]">
      <div
        className={`mx-auto flex h-14 items-center gap-[min(0.75rem,2vw)] px-[min(1rem,4vw)] desk:h-15 desk:px-6 ${isUnder(pathname, '/admin') ? 'max-w-[1680px]' : 'max-w-[1240px]'}`}
      >
        <Link
          to="/dashboard"
          className="flex h-11 min-w-6 flex-wrap gap-x-2.5 overflow-hidden font-display text-[1.375rem] font-bold tracking-tight -outline-offset-2"
        >
          <span className="flex h-11 items-center">
            <Logo />
          </span>
          {/* Where large letters leave no room beside the mark, it stands below, out of sight, rather than cut. */}
          <span className="leading-11">{site.productName}</span>
        </Link>
        <span className="min-w-0 flex-1 truncate border-l border-line pl-3 text-small text-soft max-[22rem]:invisible">
          {me.school}
        </span>
        <SearchButton places={places} />
        <Bell />
        {isDesk ? (
          <Menu
            label="Your account"
            items={[
              { label: 'Profile', icon: <Icon icon={User} size={18} />, to: '/profile' },
              { label: 'Settings', icon: <Icon icon={Settings} size={18} />, to: '/settings' },
              { label: 'Logout', icon: <Icon icon={LogOut} size={18} />, onSelect: logout },
            ]}
          >
            <Avatar person={me} size={32} />
          </Menu>
        ) : (
          <button
            type="button"
            aria-label="Menu"
            aria-haspopup="dialog"
            onPointerEnter={Drawer.preload}
            onClick={() => setOpen(true)}
            className="-mr-[min(0.375rem,2vw)] inline-flex size-[min(2.75rem,14vw)] *:max-h-full *:max-w-full shrink-0 items-center justify-center rounded-full"
          >
            <Avatar person={me} size={32} />
          </button>
        )}
      </div>
      {open && (
        <Suspense>
          <Drawer onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </header>
  )
}
