import { Camera, MapPin, MessageCircle, Pencil, Settings } from 'lucide'
import { Suspense, startTransition, useState } from 'react'
import { Link } from 'react-router'
import { useFocusOnMount } from '../../../shared/web/focus.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Button, buttonClassName } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { iconButtonClassName } from '../../../shared/web/ui/IconButton.tsx'
import { RichText } from '../../../shared/web/ui/RichText.tsx'
import { Skeleton } from '../../../shared/web/ui/states.tsx'
import type { Profile } from '../contract.ts'
import { FriendshipButton } from './FriendshipButton.tsx'
import { PersonMenu } from './PersonMenu.tsx'
import { formatMutualFriends } from './PersonRow.tsx'
import { PhotoButton } from './PhotoButton.tsx'
import { StaffBadge } from './StaffBadge.tsx'

const EditProfile = lazyPart(() => import('./EditProfile.tsx'))

type Stats = { readonly posts: number; readonly friends: number; readonly events: number }

/** Header of a profile: photos, name, counts and actions. */
export function ProfileHeader({ person, stats }: { person: Profile; stats: Stats | undefined }) {
  const [isEditing, setIsEditing] = useState(false)
  return (
    <header className="card overflow-hidden">
      <Cover person={person} />
      {/* On a phone the actions are below the text, for lack of room beside the photo. */}
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 px-4 pb-5 desk:px-6">
        <Face person={person} />
        {!isEditing && (
          <div className="flex flex-wrap items-center gap-2 max-sm:order-last max-sm:col-span-2 max-sm:pt-4 sm:justify-end sm:self-end">
            {person.is_me ? (
              // In a transition: the name stays until the form is loaded.
              <>
                <Button onPointerEnter={EditProfile.preload} onClick={() => startTransition(() => setIsEditing(true))}>
                  <Icon icon={Pencil} size={18} />
                  Edit profile
                </Button>
                <Link to="/settings" aria-label="Settings" title="Settings" className={iconButtonClassName}>
                  <Icon icon={Settings} />
                </Link>
              </>
            ) : (
              <Actions person={person} />
            )}
          </div>
        )}
        <Suspense fallback={<Skeleton className="col-span-2 mt-4 h-80" />}>
          {isEditing ? (
            <EditProfile onClose={() => setIsEditing(false)} />
          ) : (
            <div className="col-span-2 min-w-0">
              <Name name={person.name} />
              {person.is_staff && (
                <p className="mt-1">
                  <StaffBadge />
                </p>
              )}
              {person.previous_name !== null && <p className="mt-0.5 text-soft">Previously {person.previous_name}</p>}
              <p className="mt-0.5 flex flex-wrap items-center gap-x-3 text-soft">
                {person.location && (
                  <span className="inline-flex min-w-0 items-center gap-1">
                    <Icon icon={MapPin} size={16} className="shrink-0" />
                    <span className="min-w-0 break-words">{person.location}</span>
                  </span>
                )}
                <span>{person.school}</span>
                {!person.is_me && person.mutual_friends_count > 0 && (
                  <span>{formatMutualFriends(person.mutual_friends_count)}</span>
                )}
              </p>
              {!person.is_me && person.avatar_url && person.ask_before_saving && (
                <p className="mt-0.5 text-small text-faint">Ask before saving</p>
              )}
              {person.bio && <RichText text={person.bio} className="mt-3 max-w-2xl text-body" />}
              {person.is_blocked ? (
                <p className="mt-3 text-soft">
                  You blocked {person.name}. You can’t see each other’s profiles or posts.
                </p>
              ) : person.is_hidden ? (
                <p className="mt-3 text-soft">
                  {person.name} shows this profile to friends and people in shared groups.
                </p>
              ) : (
                <Figures stats={stats} />
              )}
            </div>
          )}
        </Suspense>
      </div>
    </header>
  )
}

function Cover({ person: { cover_photo, id } }: { person: Profile }) {
  // Without a cover photo: a plain green area whose pattern depends on the user id.
  const shift = Number.parseInt(id.slice(-4), 16) % 40
  return (
    <div className="aspect-[5/2] max-h-64 w-full bg-brand-soft sm:aspect-[4/1]">
      {cover_photo ? (
        <img src={cover_photo} alt="" className="size-full object-cover" />
      ) : (
        <div
          className="size-full opacity-60"
          style={{
            background: `repeating-linear-gradient(${100 + shift}deg, transparent 0 34px, var(--color-line) 34px 35px)`,
          }}
        />
      )}
    </div>
  )
}

function Face({ person }: { person: Profile }) {
  return (
    <div className="relative -mt-14 w-fit rounded-full bg-surface p-1 desk:-mt-16">
      <Avatar person={person} size={112} />
      {person.is_me && (
        <PhotoButton
          kind="avatar"
          label="Change profile photo"
          className="absolute right-0 bottom-0 disc size-11 border border-line bg-surface text-ink transition-colors hover:bg-sunken disabled:opacity-60"
        >
          {() => <Icon icon={Camera} />}
        </PhotoButton>
      )}
    </div>
  )
}

/** The most likely action first: a message to a friend, otherwise the friendship. */
function Actions({ person }: { person: Profile }) {
  const isFriend = person.friendship_status === 'friends'
  const friendship = <FriendshipButton person={person} />
  const message = !person.is_blocked && person.can_message && (
    <Link to={`/messages/${person.id}`} className={buttonClassName(isFriend ? 'primary' : 'secondary')}>
      <Icon icon={MessageCircle} size={18} />
      Message
    </Link>
  )
  return (
    <>
      {isFriend ? (
        <>
          {message}
          {friendship}
        </>
      ) : (
        <>
          {friendship}
          {message}
        </>
      )}
      <PersonMenu person={person} canReport isMuted={person.is_muted} className="-mr-2" />
    </>
  )
}

function Name({ name }: { name: string }) {
  const heading = useFocusOnMount()
  return (
    <h1 ref={heading} tabIndex={-1} className="mt-3 text-title break-words desk:text-hero">
      {name}
    </h1>
  )
}

const figures = [
  ['posts', 'post', 'posts'],
  ['friends', 'friend', 'friends'],
  ['events', 'event', 'events'],
] as const

const Figures = ({ stats }: { stats: Stats | undefined }) => (
  <ul aria-label="Profile stats" className="mt-4 flex min-h-6 gap-5">
    {stats &&
      figures.map(([key, one, many]) => (
        <li key={key} className="text-soft">
          <span className="font-display text-card font-semibold text-ink tabular-nums">
            {stats[key].toLocaleString()}
          </span>{' '}
          {stats[key] === 1 ? one : many}
        </li>
      ))}
  </ul>
)
