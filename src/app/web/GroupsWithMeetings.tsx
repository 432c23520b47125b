import { MeetingsSoon, useMeetings } from '../../features/events/web/MeetingsSoon.tsx'
import { GroupsPage } from '../../features/groups/web/GroupsPage.tsx'

/** The list of groups with what higher features know of them. */
export default function GroupsWithMeetings() {
  const { isPending, meetings } = useMeetings()
  return <GroupsPage isSoonPending={isPending} soon={<MeetingsSoon meetings={meetings} />} />
}
