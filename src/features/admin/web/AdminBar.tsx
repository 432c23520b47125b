import { LogOut } from 'lucide'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useFocusOnMount } from '../../../shared/web/focus.ts'
import { useIsDesktop } from '../../../shared/web/media-query.ts'
import { InBar } from '../../../shared/web/ui/AppBar.tsx'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { buttonClassName } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { iconButtonClassName } from '../../../shared/web/ui/IconButton.tsx'
import { RefreshButton } from '../../../shared/web/ui/RefreshButton.tsx'
import { useMe } from '../../session/web/auth.tsx'

const roles = { student: 'Student', admin: 'Administrator', site_admin: 'Site Administrator' }

/** Who is signed in, and with which role. */
export function Welcome() {
  const me = useMe()
  return (
    <p className="flex min-w-0 items-center gap-2 text-small text-soft">
      <span className="flex *:size-7">
        <Avatar person={me} size={32} />
      </span>
      <span className="min-w-0 leading-tight wrap-anywhere">
        Welcome, <span className="font-semibold text-ink">{me.name}</span>
        <span className="desk:sr-only"> · </span>
        <span className="desk:block">{roles[me.role]}</span>
      </span>
    </p>
  )
}

/** For administrators of one school. */
export function OwnSchoolNote() {
  const { school } = useMe()
  return (
    <p className="min-w-0 text-small leading-tight text-soft">
      You can only view data for <span className="font-semibold text-ink">{school}</span>. Ask a site administrator for
      cross-school access.
    </p>
  )
}

type Props = {
  onRefresh: () => Promise<unknown>
  /** The school filter, or the note about the own school. On a phone it is in the sheet of the tabs. */
  scope: ReactNode
}

/** The title of the administration with its tools, in one line; on a phone they are in the bar. */
export function AdminBar({ onRefresh, scope }: Props) {
  const heading = useFocusOnMount()
  const isDesk = useIsDesktop()
  if (!isDesk) {
    return (
      <>
        <h1 ref={heading} tabIndex={-1} data-wide-bar className="sr-only">
          Admin Dashboard
        </h1>
        <InBar slot="action">
          <RefreshButton look="icon" onRefresh={onRefresh} className="max-sm:w-10" />
          <Link
            to="/dashboard"
            aria-label="Exit Admin"
            title="Exit Admin"
            className={`${iconButtonClassName} max-sm:w-10`}
          >
            <Icon icon={LogOut} />
          </Link>
        </InBar>
      </>
    )
  }
  return (
    <header className="flex min-h-14 items-center gap-4">
      <h1 ref={heading} tabIndex={-1} className="text-[1.25rem] whitespace-nowrap">
        Admin Dashboard
      </h1>
      <Welcome />
      <div className="ml-auto flex max-w-96 min-w-0 flex-1 justify-end">{scope}</div>
      <div className="flex gap-2">
        <RefreshButton look="wide" onRefresh={onRefresh} className="max-wide:px-3!" />
        <Link to="/dashboard" className={`${buttonClassName('secondary')} whitespace-nowrap max-wide:px-3!`}>
          <Icon icon={LogOut} size={16} />
          <span className="max-wide:sr-only">Exit Admin</span>
        </Link>
      </div>
    </header>
  )
}
