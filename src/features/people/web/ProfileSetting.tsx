import { useMe } from '../../session/web/auth.tsx'
import { SafetyChoice } from './SafetyChoice.tsx'

/** Who sees more of the viewer than name and picture. */
export default function ProfileSetting() {
  const { school } = useMe()
  return (
    <SafetyChoice
      field="profile"
      label="Who sees my profile"
      options={[
        { value: 'everyone', label: `Everyone at ${school}` },
        {
          value: 'friends_and_groups',
          label: 'Friends and shared groups',
          hint: 'Others see only your name and picture. Groups that anyone can join count, too. What you post stays where you post it.',
        },
      ]}
    />
  )
}
