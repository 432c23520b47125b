import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { Link, useParams } from 'react-router'
import { query } from '../../../shared/web/api.ts'
import { isNotFound } from '../../../shared/web/data/errors.ts'
import { buttonClassName } from '../../../shared/web/ui/Button.tsx'
import { GateIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { LinkTabs } from '../../../shared/web/ui/LinkTabs.tsx'
import { EmptyState, ErrorState } from '../../../shared/web/ui/states.tsx'
import { tabParam } from '../../../shared/web/url-params.ts'
import { useUrlState } from '../../../shared/web/url-state.ts'
import { useMe } from '../../session/web/auth.tsx'
import { peopleApi } from '../contract.gen.ts'
import type { Profile as ProfileData } from '../contract.ts'
import { AboutCard } from './AboutCard.tsx'
import { ProfileFriends } from './ProfileFriends.tsx'
import { ProfileHeader } from './ProfileHeader.tsx'
import { ProfileSkeleton } from './ProfileSkeleton.tsx'

const tabs = [
  { name: 'posts', label: 'Posts' },
  { name: 'about', label: 'About' },
  { name: 'friends', label: 'Friends' },
] as const
const params = { tab: tabParam(tabs) }

/** Content of higher features, which the app passes. */
type Slots = { readonly Posts: ComponentType<{ person: ProfileData }> }

/** A profile: the viewer's own without an id or with their id, otherwise another user's. */
export function ProfilePage({ Posts }: Slots) {
  const me = useMe()
  const { userId = me.id } = useParams()
  return <Profile key={userId} id={userId} Posts={Posts} />
}

function Profile({ id, Posts }: Slots & { id: string }) {
  const me = useMe()
  const { tab, linkToOnly } = useUrlState(params)
  const ask = { params: { id } }
  const person = useQuery(query(peopleApi.show, ask))
  const stats = useQuery({ ...query(peopleApi.stats, ask), staleTime: 0 })

  if (person.isPending) return <ProfileSkeleton />
  if (person.isError) {
    return isNotFound(person.error) ? (
      <NotFound />
    ) : (
      <div className="pt-6">
        <h1 className="sr-only">Profile</h1>
        <ErrorState text="We couldn’t load this profile." error={person.error} onRetry={() => void person.refetch()} />
      </div>
    )
  }
  const { is_me } = person.data.data
  // Saved fields of `me` are shown before the reload has finished.
  const shown = is_me ? { ...person.data.data, ...ownFields(me) } : person.data.data
  const path = is_me ? '/profile' : `/profile/${id}`
  return (
    <div className="pb-8 desk:pt-6">
      <ProfileHeader person={shown} stats={stats.data?.data} />
      {!shown.is_blocked && !shown.is_hidden && (
        <>
          <LinkTabs
            label="Profile"
            tabs={tabs}
            active={tab}
            to={(name) => `${path}${linkToOnly({ tab: name })}`}
            className="mt-2"
          />
          <div className="mt-4 grid items-start gap-4 wide:grid-cols-[minmax(0,620px)_minmax(0,1fr)] wide:gap-6">
            <div className={tab === 'posts' ? 'min-w-0' : 'min-w-0 wide:col-span-2'}>
              {tab === 'posts' && <Posts person={shown} />}
              {tab === 'about' && <AboutCard person={shown} whole />}
              {tab === 'friends' && <ProfileFriends person={shown} />}
            </div>
            {tab === 'posts' && (
              <aside aria-label="About" className="sticky top-21 max-wide:hidden">
                <AboutCard person={shown} />
              </aside>
            )}
          </div>
        </>
      )}
    </div>
  )
}

const ownFields = (me: ReturnType<typeof useMe>) => ({
  name: me.name,
  bio: me.bio,
  location: me.location,
  avatar_url: me.avatar_url,
  cover_photo: me.cover_photo,
  website: me.website,
  phone: me.phone,
  major: me.major,
  graduation_year: me.graduation_year,
})

const NotFound = () => (
  <div className="pt-6">
    <h1 className="sr-only">Profile</h1>
    <EmptyState
      illustration={<GateIllustration className="w-32 text-brand" />}
      title="User not found"
      text="This person isn’t at your school, or their account was deleted."
      action={
        <Link to="/dashboard" className={buttonClassName('primary')}>
          Go to Dashboard
        </Link>
      }
    />
  </div>
)
