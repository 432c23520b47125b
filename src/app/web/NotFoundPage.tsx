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
        title="This page doesn’t exist"
        text="The link may be wrong, or the page may have been deleted."
        action={
          <Link to="/dashboard" className={buttonClassName('primary')}>
            Go to your feed
          </Link>
        }
      />
    </Page>
  )
}
