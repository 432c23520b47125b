import { PostsTab } from '../../features/group-posts/web/PostsTab.tsx'
import { GroupPage, type GroupTabs } from '../../features/groups/web/GroupPage.tsx'
import { lazyPart } from '../../shared/web/lazy-part.tsx'

const content: GroupTabs = {
  posts: PostsTab,
  events: lazyPart(() => import('../../features/events/web/EventsTab.tsx')),
  assignments: lazyPart(() => import('../../features/assignments/web/AssignmentsTab.tsx')),
}

/** The page of a group with the tabs of higher features. */
export default function GroupWithTabs() {
  return <GroupPage content={content} />
}
