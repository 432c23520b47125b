import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { site } from '../../shared/web/site.ts'
import { Boundary } from '../../shared/web/ui/Boundary.tsx'
import { Button } from '../../shared/web/ui/Button.tsx'

/** Shows the error page when a page throws, until another page is visited. React logs the error. */
export const PageBoundary = ({ children }: { children: ReactNode }) => (
  <Boundary fallback={<CrashPage />} resetKey={useLocation().key}>
    {children}
  </Boundary>
)

/** Says what to do, without technical details. */
const CrashPage = () => (
  <div role="alert" className="mx-auto max-w-md px-5 py-16 text-center">
    <h1 className="text-title">An error occurred</h1>
    <p className="mt-2 text-soft">
      Something went wrong on this page. Reloading usually fixes it. If it doesn’t, email{' '}
      <a className="font-semibold text-brand hover:underline" href={`mailto:${site.supportEmail}`}>
        {site.supportEmail}
      </a>
      .
    </p>
    <div className="mt-5">
      <Button variant="primary" onClick={() => location.reload()}>
        Try Again
      </Button>
    </div>
  </div>
)
