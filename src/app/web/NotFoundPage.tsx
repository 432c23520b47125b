import { Link } from 'react-router'
import { buttonClassName } from '../../shared/web/ui/Button.tsx'
import { GateIllustration } from '../../shared/web/ui/illustrations.tsx'
import { Page } from '../../shared/web/ui/Page.tsx'
import { EmptyState } from '../../shared/web/ui/states.tsx'

export default function NotFoundPage() {
  return (
    <Page title="Page not found">
      <EmptyState
        illustration={<GateIllustration className="w-32 text-brand" />}
        title="There is no way through here"
        text="The address may be mistyped, or what stood here is gone."
        action={
          <Link to="/dashboard" className={buttonClassName('primary')}>
            Go to the feed
          </Link>
        }
      />
    </Page>
  )
}
