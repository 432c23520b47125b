import { MessageCircle } from 'lucide'
import { Link } from 'react-router'
import { Button, buttonClassName } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { iconButtonClassName } from '../../../shared/web/ui/IconButton.tsx'
import { LawnIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { EmptyState } from '../../../shared/web/ui/states.tsx'
import { useErrorToast } from '../../../shared/web/ui/toasts.tsx'
import type { Person } from '../contract.ts'
import { FriendshipButton } from './FriendshipButton.tsx'
import { LetterIndex } from './LetterIndex.tsx'
import { ListFrame } from './ListFrame.tsx'
import { useFriendAct } from './mutations.ts'
import { PersonMenu } from './PersonMenu.tsx'
import { PersonRow } from './PersonRow.tsx'
import { usePeople } from './queries.ts'
import SuggestedPeople from './SuggestedPeople.tsx'
import type { FriendsView } from './url-state.ts'

const empties = {
  friends: ['No friends yet', 'Find people you know in the directory.'],
  blocked: ['You haven’t blocked anyone', 'People you block show up here. You can unblock them anytime.'],
  directory: ['You’re the first one here', 'Classmates show up here as they join.'],
} as const

type Props = {
  list: 'friends' | 'blocked' | 'directory'
  view: FriendsView
  /** Length of the whole list, once it is known. */
  count: number | undefined
}

/** From this number of people on, a list has a letter index. */
const minForIndex = 20

/** Friends, blocked users or the directory, sorted by name; a long list has a letter index. */
export function PeopleTab({ list, view, count }: Props) {
  const people = usePeople(list, view)
  const problem =
    list !== 'directory' ? 'Failed to load data' : view.q ? 'Failed to search users' : 'Failed to load users'
  useErrorToast(people.error, problem)
  const [title, text] = empties[list]
  const empty = view.letter ? (
    <EmptyState
      illustration={<LawnIllustration />}
      title="No one found"
      text={`Only names starting with ${view.letter === '#' ? 'another character' : view.letter} are shown.`}
      action={<Button onClick={() => view.change({ letter: '' })}>All letters</Button>}
    />
  ) : view.isNarrowed ? (
    <EmptyState
      illustration={<LawnIllustration />}
      title="No one found"
      text="Try another name or check the spelling."
      action={<Button onClick={view.reset}>Clear search</Button>}
    />
  ) : (
    <EmptyState
      illustration={<LawnIllustration />}
      title={title}
      text={text}
      action={
        list === 'friends' && (
          <Link to="/friends?tab=directory" className={buttonClassName('primary')}>
            Browse the directory
          </Link>
        )
      }
      suggestions={list === 'friends' && <SuggestedPeople />}
    />
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] desk:gap-2">
      <div>
        <ListFrame list={people} label={list} problem={problem} empty={empty}>
          {people.rows.map((person) => (
            <PersonRow key={person.id} person={person}>
              <Actions list={list} person={person} />
            </PersonRow>
          ))}
        </ListFrame>
      </div>
      {list !== 'blocked' && (view.letter || people.rows.length >= minForIndex || (count ?? 0) >= minForIndex) && (
        <LetterIndex list={list} letter={view.letter} onChoose={(letter) => view.change({ letter })} />
      )}
    </div>
  )
}

function Actions({ list, person }: { list: 'friends' | 'blocked' | 'directory'; person: Person }) {
  if (list === 'blocked') return <Unblock id={person.id} name={person.name} />
  return (
    <>
      {list === 'friends' ? (
        <Link
          to={`/messages/${person.id}`}
          aria-label={`Message ${person.name}`}
          title={`Message ${person.name}`}
          className={iconButtonClassName}
        >
          <Icon icon={MessageCircle} />
        </Link>
      ) : (
        <FriendshipButton person={person} small />
      )}
      {person.is_blocked ? (
        <span className="w-11" />
      ) : (
        <PersonMenu person={person} isFriend={person.friendship_status === 'friends'} />
      )}
    </>
  )
}

function Unblock({ id, name }: { id: string; name: string }) {
  const { mutate, isPending } = useFriendAct(id)
  return (
    <Button
      pendingLabel={isPending && 'Unblocking...'}
      onClick={() => mutate('unblock')}
      aria-label={`Unblock ${name}`}
    >
      Unblock
    </Button>
  )
}
