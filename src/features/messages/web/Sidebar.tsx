import { Inbox, Search, SquarePen } from 'lucide'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { CountBadge } from '../../../shared/web/ui/CountBadge.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { Skeleton } from '../../../shared/web/ui/states.tsx'
import { ConversationList } from './ConversationList.tsx'
import { useConversations } from './conversation-queries.ts'
import { PeopleResults } from './PeopleResults.tsx'
import { useMessageRequests } from './request-queries.ts'
import { useStartConversation } from './start-conversation.ts'

const RequestList = lazyPart(() => import('./RequestList.tsx'))
const NewConversation = lazyPart(() => import('./NewConversation.tsx'))

type Props = { chosen: string | undefined; areRequestsShown?: boolean; onChosen?: () => void }

/** The conversations of the viewer, or the requests to them. */
export function Sidebar({ areRequestsShown = false, ...list }: Props) {
  if (!areRequestsShown) return <Conversations {...list} />
  return (
    <Suspense fallback={<Skeleton className="m-3 h-36" />}>
      <RequestList />
    </Suspense>
  )
}

/** Leads to the requests to the viewer, if there are any. */
function RequestsLink() {
  const count = useMessageRequests().data?.data.length ?? 0
  if (count === 0) return null
  return (
    <Link
      to="/messages?requests=true"
      className="mx-2 mb-1 flex min-h-11 items-center gap-2 rounded-control px-2.5 font-medium hover:bg-sunken"
    >
      <Icon icon={Inbox} size={18} className="text-soft" />
      <span className="flex-1">Message requests</span>
      <CountBadge count={count} after=" to answer" />
    </Link>
  )
}

/** The conversation list with a search for people above it. */
function Conversations({ chosen, onChosen }: Omit<Props, 'areRequestsShown'>) {
  const [text, setText] = useState('')
  const [isCreating, setIsCreating] = useState(false)
  const list = useConversations()
  /** An empty list has this button in words. */
  const hasOwnButton = list.isSuccess && list.conversations.length === 0 && text.trim() === ''
  const start = useStartConversation(() => {
    setText('')
    setIsCreating(false)
    onChosen?.()
  })
  return (
    <>
      <div className="flex items-center gap-1 p-3 pb-2">
        <label className="flex min-h-11 min-w-0 flex-1 items-center gap-2.5 rounded-control bg-sunken px-3.5 focus-within:ringed">
          <Icon icon={Search} size={18} className="shrink-0 text-soft" />
          <input
            type="search"
            value={text}
            onChange={(event) => setText(event.target.value)}
            aria-label="Search people"
            placeholder="Search people"
            className="min-w-0 flex-1 bg-transparent py-2 outline-none"
          />
        </label>
        {!hasOwnButton && (
          <IconButton
            label="New conversation"
            onPointerEnter={NewConversation.preload}
            onClick={() => setIsCreating(true)}
            // An empty list replaces it: a user who had pressed it before would lose the focus.
            className={list.isPending && text.trim() === '' ? 'invisible' : ''}
          >
            <Icon icon={SquarePen} />
          </IconButton>
        )}
      </div>
      {text.trim() === '' && <RequestsLink />}
      <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        {text.trim() ? (
          <PeopleResults text={text} onChoose={(person) => start.mutate({ people: [person.id] })} />
        ) : (
          <ConversationList chosen={chosen} onCreate={() => setIsCreating(true)} {...(onChosen ? { onChosen } : {})} />
        )}
      </div>
      {isCreating && (
        <Suspense>
          <NewConversation start={start} onClose={() => setIsCreating(false)} />
        </Suspense>
      )}
    </>
  )
}
