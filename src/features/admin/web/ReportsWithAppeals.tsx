import { AppealDeadlines } from '../../appeals/web/AppealDeadlines.tsx'
import ReportsTab from '../../moderation/web/ReportsTab.tsx'
import { useMe } from '../../session/web/auth.tsx'

/** The cases, with the deadlines of appeals for those who answer them. */
export default function ReportsWithAppeals({ school, isGranted }: { school: string; isGranted?: boolean }) {
  const { role, grants } = useMe()
  const answersAppeals = role !== 'student' || grants.includes('appeals')
  return (
    <ReportsTab
      school={school}
      {...(isGranted ? { isGranted } : {})}
      deadlines={answersAppeals && <AppealDeadlines school={school} />}
    />
  )
}
