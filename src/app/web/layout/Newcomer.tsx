import { Suspense } from 'react'
import { useNotices } from '../../../features/moderation/web/notices.ts'
import { useMe } from '../../../features/session/web/auth.tsx'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { DialogFailed } from '../../../shared/web/ui/PartFailed.tsx'
import { toShortSchoolName } from './short-school-name.ts'

const TermsDialog = lazyPart(() => import('../../../features/session/web/TermsDialog.tsx'), DialogFailed)
const FirstSteps = lazyPart(
  () => import('../../../features/welcome/web/FirstSteps.tsx'),
  () => null,
)

/** What a new user goes through: the terms, the notices of moderators if there are any, and then the first steps. */
export default function Newcomer() {
  const { terms_accepted, welcome, school } = useMe()
  const { notices } = useNotices()
  return (
    <Suspense>
      {terms_accepted === 0 ? (
        <TermsDialog />
      ) : (
        welcome === 'steps' && notices.length === 0 && <FirstSteps schoolName={toShortSchoolName(school)} />
      )}
    </Suspense>
  )
}
