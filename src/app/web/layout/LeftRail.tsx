import { LogOut } from 'lucide'
import type { ReactNode } from 'react'
import { useAuth, useMe } from '../../../features/session/web/auth.tsx'
import { useIsDesktop } from '../../../shared/web/media-query.ts'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { canVisit, railItems } from './navigation.ts'
import { PlaceLink } from './PlaceLink.tsx'

/** The navigation of wide screens; not rendered on narrow ones. */
export function LeftRail() {
  if (!useIsDesktop()) return null
  return (
    <nav aria-label="Main" className="sticky top-15 max-h-[calc(100dvh-3.75rem)] self-start overflow-y-auto py-5">
      <Places />
    </nav>
  )
}

/** All pages that the user may visit, further entries, and Logout. */
export function Places({ onFollow, children }: { onFollow?: () => void; children?: ReactNode }) {
  const me = useMe()
  const { logout } = useAuth()
  return (
    <>
      {railItems.map((group) => (
        <ul key={group[0]?.path} className="space-y-0.5 border-b border-line py-3 first:pt-0">
          {group
            .filter((place) => canVisit(place, me))
            .map((place) => (
              <li key={place.path}>
                <PlaceLink place={place} {...(onFollow ? { onFollow } : {})} />
              </li>
            ))}
        </ul>
      ))}
      <div className="pt-3">
        {children}
        <button
          type="button"
          onClick={logout}
          className="flex min-h-11 w-full items-center gap-3 rounded-control px-3 font-medium text-soft transition-colors hover:bg-sunken hover:text-ink"
        >
          <Icon icon={LogOut} />
          Logout
        </button>
      </div>
    </>
  )
}
