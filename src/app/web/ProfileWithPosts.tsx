import { ProfilePage } from '../../features/people/web/ProfilePage.tsx'
import { ProfilePosts } from '../../features/posts/web/ProfilePosts.tsx'

/** The profile page with the posts of its user, which belong to a higher feature. */
export default function ProfileWithPosts() {
  return <ProfilePage Posts={ProfilePosts} />
}
