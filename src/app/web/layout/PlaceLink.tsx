import { Link, useLocation } from 'react-router'
import { UnreadBadge } from '../../../features/messages/web/UnreadBadge.tsx'
import { useMe } from '../../../features/session/web/auth.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { isPlace } from '../titles.ts'
import type { NavItem } from './navigation.ts'

/** One row of the navigation; active when its path is the current one or a prefix of it. A profile only if it is the viewer's. */
export function PlaceLink({ place: { path, label, icon }, onFollow }: { place: NavItem; onFollow?: () => void }) {
  const active = isPlace(useLocation().pathname, path, useMe().id)
  return (
    <Link
      to={path}
      {...(onFollow ? { onClick: onFollow } : {})}
      {...(active ? { 'aria-current': 'page' as const } : {})}
      className="flex min-h-11 items-center gap-3 rounded-control px-3 font-medium text-soft transition-colors hover:bg-sunken hover:text-ink aria-[current]:bg-brand-soft aria-[current]:font-semibold aria-[current]:text-brand"
    >
      <Icon icon={icon} />
      <span className="flex-1">{label}</span>
      {path === '/messages' && <UnreadBadge />}
    </Link>
  )
}
