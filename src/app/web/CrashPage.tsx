import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { site } from '../../shared/web/site.ts'
import { Button } from '../../shared/web/ui/Button.tsx'

/** Shown when a page throws: says what to do, without technical details. */
export function CrashPage() {
  const error = useRouteError()
  useEffect(() => console.error(error), [error])
  return (
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
}
