import { ArrowLeft } from 'lucide'
import { Suspense } from 'react'
import { Link, Outlet } from 'react-router'
import { BarContext } from '../../shared/web/ui/AppBar.tsx'
import { Icon } from '../../shared/web/ui/Icon.tsx'
import { PageSkeleton } from './layout/ShellSkeleton.tsx'

const backClassName = 'inline-flex min-h-11 items-center gap-2 px-4 font-semibold text-brand hover:underline'

/** Around the pages that a banned or suspended user can still open. */
export default function BlockedFrame() {
  return (
    <main className="mx-auto min-h-dvh max-w-2xl px-0 py-4 desk:px-4">
      <Link to="/blocked" className={backClassName}>
        <Icon icon={ArrowLeft} size={18} />
        Account status
      </Link>
      <BarContext value={false}>
        <Suspense fallback={<PageSkeleton />}>
          <Outlet />
        </Suspense>
      </BarContext>
    </main>
  )
}
