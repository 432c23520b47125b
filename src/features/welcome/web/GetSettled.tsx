import { useQuery } from '@tanstack/react-query'
import { Check, X } from 'lucide'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { query } from '../../../shared/web/api.ts'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { createDialogState } from '../../../shared/web/url-state.ts'
import { eventsApi } from '../../events/contract.gen.ts'
import { groupsApi } from '../../groups/contract.gen.ts'
import { friendsApi, peopleApi } from '../../people/contract.gen.ts'
import { useAuth, useMe } from '../../session/web/auth.tsx'

const wantedFriends = 3
/** From this number of finished tasks on, the card is one line. */
const minForLine = 3

/** What a new user may do next, until it is done or dismissed. Each task opens the page that it is done on. */
export default function GetSettled() {
  const me = useMe()
  const { hold, updateProfile } = useAuth()
  const { tasks, isLoaded } = useTasks()
  const open = tasks.filter(({ isDone }) => !isDone)
  const done = tasks.length - open.length
  const change = (welcome: 'line' | 'done') => {
    hold({ ...me, welcome })
    updateProfile({ welcome }).catch(() => {}) // is changed again at the next load
  }
  const next = !isLoaded ? me.welcome : open.length === 0 ? 'done' : done >= minForLine ? 'line' : me.welcome
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the state itself changes
  useEffect(() => {
    if (next !== me.welcome && (next === 'line' || next === 'done')) change(next)
  }, [next, me.welcome])
  const dismiss = (
    <IconButton label="Dismiss: Get settled" className="-mr-2.5 shrink-0" onClick={() => change('done')}>
      <Icon icon={X} />
    </IconButton>
  )
  const [first] = open
  if (me.welcome === 'line')
    return (
      <section aria-label="Get settled" className="card flex h-14 items-center gap-2 px-4.5">
        <p className="min-w-0 flex-1 truncate">
          <span className="text-soft">
            {done} of {tasks.length} done.
          </span>{' '}
          {first && <TaskLink task={first} className="font-semibold text-brand hover:underline" />}
        </p>
        {dismiss}
      </section>
    )
  return (
    <section aria-labelledby="get-settled" className="card h-72 px-4.5 pt-2">
      <div className="flex items-center">
        <h2 id="get-settled" className="flex-1 text-card">
          Get settled
        </h2>
        {dismiss}
      </div>
      <ul>
        {tasks.map((task) => (
          <li key={task.label} className="flex min-h-11 items-center gap-3">
            <span
              className={`centered size-5 shrink-0 rounded-full ${task.isDone ? 'bg-brand text-on-brand' : 'border border-line'}`}
            >
              {task.isDone && <Icon icon={Check} size={14} />}
            </span>
            {task.isDone ? (
              <span className="text-soft line-through">
                {task.label}
                <span className="sr-only">, done</span>
              </span>
            ) : (
              <TaskLink task={task} className="flex min-h-11 flex-1 items-center font-medium hover:underline" />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

type Task = { label: string; isDone: boolean; to: string; state?: object }

const TaskLink = ({ task: { to, state, label }, className }: { task: Task; className: string }) => (
  <Link to={to} state={state} className={className}>
    {label}
  </Link>
)

function useTasks(): { tasks: readonly Task[]; isLoaded: boolean } {
  const { id, avatar_url } = useMe()
  const fresh = { staleTime: 0 } as const
  const friends = useQuery({ ...query(friendsApi.counts), ...fresh })
  const posts = useQuery({ ...query(peopleApi.stats, { params: { id } }), ...fresh })
  const groups = useQuery({ ...query(groupsApi.mine, { query: { limit: 1 } }), ...fresh })
  const events = useQuery({ ...query(eventsApi.list, { query: { filter: 'attending', limit: 1 } }), ...fresh })
  const tasks = [
    { label: 'Add a photo', isDone: avatar_url !== null, to: '/profile' },
    {
      label: `Add ${wantedFriends} friends`,
      isDone: (friends.data?.data.friends ?? 0) >= wantedFriends,
      to: '/friends?tab=directory',
    },
    { label: 'Join a group', isDone: (groups.data?.data.length ?? 0) > 0, to: '/groups?tab=suggested' },
    { label: 'Say hi', isDone: (posts.data?.data.posts ?? 0) > 0, to: '/dashboard', state: createDialogState },
    { label: 'RSVP to an event', isDone: (events.data?.data.length ?? 0) > 0, to: '/events' },
  ]
  return { tasks, isLoaded: [friends, posts, groups, events].every(({ isSuccess }) => isSuccess) }
}
