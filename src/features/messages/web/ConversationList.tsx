import { BellOff } from 'lucide'
import { Link } from 'react-router'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { CountBadge } from '../../../shared/web/ui/CountBadge.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { MailIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { LoadMore } from '../../../shared/web/ui/LoadMore.tsx'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { Time } from '../../../shared/web/ui/Time.tsx'
import { useMe } from '../../session/web/auth.tsx'
import type { Conversation } from '../conversation-contract.ts'
import { useConversations } from './conversation-queries.ts'
import { Faces } from './Faces.tsx'
import { openedFromList } from './opened-from-list.ts'
import { SayHi } from './SayHi.tsx'

type Props = { chosen: string | undefined; onChosen?: () => void; onCreate?: () => void }

/** The viewer's conversations, latest first. */
export function ConversationList({ chosen, onChosen, onCreate }: Props) {
  const list = useConversations()
  const me = useMe()
  if (list.isPending) {
    return (
      <div role="status" aria-label="Loading conversations">
        {[1, 2, 3, 4, 5].map((row) => (
          <div key={row} className="flex min-h-16 items-center gap-3 px-2.5">
            <Skeleton className="size-10 rounded-full" />
            <div className="flex-1 space-y-2">
              <Skeleton className="h-4 w-2/5" />
              <Skeleton className="h-3.5 w-3/4" />
            </div>
          </div>
        ))}
      </div>
    )
  }
  if (list.isError)
    return (
      <ErrorState bare text="Failed to load conversations" error={list.error} onRetry={() => void list.refetch()} />
    )
  if (list.conversations.length === 0) {
    return (
      <div className="flex flex-col items-center px-4 py-10 text-center">
        <MailIllustration />
        <h2 className="mt-4 text-card">No conversations yet</h2>
        <p className="mt-1 text-soft">Find someone above and say hi.</p>
        <SayHi />
        {onCreate && (
          <Button className="mt-4" onClick={onCreate}>
            New conversation
          </Button>
        )}
      </div>
    )
  }
  return (
    <>
      <ul aria-label="Conversations">
        {list.conversations.map((conversation) => (
          <li key={conversation.id}>
            <Link
              to={`/messages/${conversation.id}`}
              state={chosen ? undefined : openedFromList}
              {...(onChosen ? { onClick: onChosen } : {})}
              {...(conversation.id === chosen ? { 'aria-current': 'page' as const } : {})}
              className="flex min-h-16 items-center gap-3 rounded-control px-2.5 py-2 transition-colors hover:bg-sunken aria-[current]:bg-brand-soft"
            >
              <Faces conversation={conversation} me={me.id} />
              <Summary conversation={conversation} me={me.id} />
            </Link>
          </li>
        ))}
      </ul>
      <LoadMore label="Load earlier conversations" list={list} />
    </>
  )
}

function Summary({ conversation, me }: { conversation: Conversation; me: string }) {
  const { title, last_message, last_message_at, unread_count, muted, draft } = conversation
  const isUnread = unread_count > 0
  return (
    <span className="min-w-0 flex-1">
      <span className="flex items-baseline gap-2">
        <span className={`min-w-0 flex-1 truncate ${isUnread ? 'font-bold' : 'font-semibold'}`}>{title}</span>
        {muted && (
          <Icon
            icon={BellOff}
            size={14}
            strokeWidth={2}
            aria-label="Muted"
            className="shrink-0 self-center text-faint"
          />
        )}
        {last_message_at !== null && (
          <Time at={last_message_at} className="shrink-0 text-tiny text-faint in-aria-[current]:text-soft" />
        )}
      </span>
      <span className="flex items-center gap-2">
        <span className={`min-w-0 flex-1 truncate text-small ${isUnread ? 'font-medium text-ink' : 'text-soft'}`}>
          {draft && !isUnread ? (
            <>
              <span className="font-medium text-brand">Draft:</span> {draft}
            </>
          ) : last_message ? (
            previewText(last_message, me)
          ) : (
            'No messages yet'
          )}
        </span>
        {isUnread && <CountBadge count={unread_count} muted={muted} className="shrink-0" after=" unread" />}
      </span>
    </span>
  )
}

function previewText(
  { sender_id, type, content, system }: NonNullable<Conversation['last_message']>,
  me: string,
): string {
  const words = type === 'image' ? content || 'Photo' : content
  return sender_id === me && system === null ? `You: ${words}` : words
}
