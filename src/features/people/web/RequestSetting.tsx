import { useQuery } from '@tanstack/react-query'
import { useMe } from '../../session/web/auth.tsx'
import { SafetyChoice } from './SafetyChoice.tsx'
import { safetySettings } from './safety-settings.ts'

/** Who reaches the viewer's inbox without asking. */
export default function RequestSetting() {
  const { school } = useMe()
  const isMinor = useQuery(safetySettings).data?.data.is_minor
  return (
    <SafetyChoice
      field="requests"
      label="Who may write to me"
      options={[
        ...(isMinor ? [] : [{ value: 'everyone' as const, label: `Everyone at ${school}` }]),
        { value: 'known', label: 'People I know', hint: 'Friends, and members of private groups that you share.' },
        { value: 'friends', label: 'Friends' },
      ]}
    />
  )
}
