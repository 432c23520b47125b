import { Link } from 'react-router'
import { buttonClassName } from '../../../shared/web/ui/Button.tsx'
import { GateIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { Page } from '../../../shared/web/ui/Page.tsx'
import { EmptyState } from '../../../shared/web/ui/states.tsx'
import { useMe } from '../../session/web/auth.tsx'
import { SealRequests } from './SealRequests.tsx'

/** For the custodian of a school, who has no other rights than these. */
export default function SealsPage() {
  const me = useMe()
  return me.is_custodian || me.role !== 'student' ? (
    <Page title="Seals" subtitle={`Requests to open a seal at ${me.school}`}>
      <SealRequests school="" />
    </Page>
  ) : (
    <Page title="Access Denied">
      <EmptyState
        illustration={<GateIllustration className="w-32 text-soft" />}
        title="This page is for the custodian"
        text="The custodian of your school opens seals together with a moderator."
        action={
          <Link to="/dashboard" className={buttonClassName('primary')}>
            Go to Dashboard
          </Link>
        }
      />
    </Page>
  )
}
