import { Suspense } from 'react'
import { Link, Outlet } from 'react-router'
import { PageSkeleton } from './layout/ShellSkeleton.tsx'

/** Around the pages that a banned or suspended user can still open. */
export default function BlockedFrame() {
  return (
    <main className="mx-auto min-h-dvh max-w-2xl px-0 py-4 desk:px-4">
      <Link to="/blocked" className="inline-flex min-h-11 items-center px-4 font-semibold text-brand hover:underline">
        Account status
      </Link>
      <Suspense fallback={<PageSkeleton />}>
        <Outlet />
      </Suspense>
    </main>
  )
}
