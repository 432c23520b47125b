import { Link } from 'react-router'
import { site } from '../../shared/web/site.ts'
import { buttonLook } from '../../shared/web/ui/Button.tsx'
import { LawnDrawing } from '../../shared/web/ui/drawings.tsx'
import { Page } from '../../shared/web/ui/Page.tsx'
import { Empty } from '../../shared/web/ui/states.tsx'

/** The page of an area that does not exist yet. It says so. */
export function PlannedPage({ title }: { title: string }) {
  return (
    <Page title={title}>
      <Empty
        drawing={<LawnDrawing />}
        title="Not built yet"
        text={`This part of ${site.productName} does not exist yet. The feed does.`}
        action={
          <Link to="/dashboard" className={buttonLook('secondary')}>
            Go to the feed
          </Link>
        }
      />
    </Page>
  )
}
