import { useMutation } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { call } from '../../../shared/web/api.ts'
import { unknownFailure, userMessage } from '../../../shared/web/data/errors.ts'
import { site } from '../../../shared/web/site.ts'
import { Button, buttonClassName } from '../../../shared/web/ui/Button.tsx'
import { GateIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { SiteFooter } from '../../../shared/web/ui/SiteFooter.tsx'
import { notificationsApi } from '../contract.gen.ts'

/** Target of the unsubscribe link in emails; works without signing in. */
export default function UnsubscribePage() {
  const { token = '' } = useParams()
  const end = useMutation({
    mutationFn: () => call(notificationsApi.unsubscribe, { params: { token } }),
  })
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center px-5 py-10 text-center">
      <GateIllustration className="mx-auto mb-6 w-40 text-soft" />
      {end.isSuccess ? (
        <div role="status">
          <h1 className="text-hero">You’re unsubscribed</h1>
          <p className="mt-2 text-soft">
            {site.productName} won’t email you notifications anymore. You can turn them back on in Settings.
          </p>
          <Link to="/settings" className={`mt-6 ${buttonClassName('secondary')}`}>
            Settings
          </Link>
        </div>
      ) : (
        <>
          <h1 className="text-hero">Unsubscribe from notification emails?</h1>
          <p className="mt-2 text-soft">
            You’ll still see everything in your notifications on {site.productName}. We’ll still email you about
            moderator decisions on your account.
          </p>
          {end.isError && (
            <p role="alert" className="mt-3 text-danger">
              {userMessage(end.error, unknownFailure, { statuses: 'all' })}
            </p>
          )}
          <Button
            variant="primary"
            className="mt-6"
            onClick={() => end.mutate()}
            pendingLabel={end.isPending && 'Unsubscribing...'}
          >
            Unsubscribe
          </Button>
        </>
      )}
      <SiteFooter className="mt-8" />
    </main>
  )
}
