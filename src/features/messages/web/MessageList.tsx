import { ArrowDown } from 'lucide-react'
import { Fragment } from 'react'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { useErrorToast } from '../../../shared/web/ui/toasts.tsx'
import { useMe } from '../../session/web/auth.tsx'
import type { Conversation, Message } from '../contract.ts'
import { Announcer } from './Announcer.tsx'
import { Bubble } from './Bubble.tsx'
import { useMessages } from './conversation-cache.ts'
import { formatDay, isSameMessageGroup } from './message-time.ts'
import { usePending } from './outbox.ts'
import { PendingBubble } from './PendingBubble.tsx'
import { useScroll } from './scroll.ts'

/** Messages with the latest at the bottom. Earlier pages load when scrolling up, without moving the content. */
export function MessageList({
  conversation,
  onEdit,
}: {
  conversation: Conversation
  onEdit: (message: Message) => void
}) {
  const me = useMe()
  const list = useMessages(conversation.id)
  const pending = usePending(me.id, conversation.id)
  const { messages, hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const more = () => {
    if (hasNextPage && !isFetchingNextPage && !list.isFetchNextPageError) void fetchNextPage()
  }
  const { box, top, isAway, toEnd } = useScroll({
    first: messages[0]?.id,
    last: pending.at(-1)?.key ?? messages.at(-1)?.id,
    onTop: more,
  })
  useErrorToast(list.error, 'Failed to load messages')
  const lastOwn = messages.findLast(({ sender_id }) => sender_id === me.id)
  const readers = conversation.participant_users.filter(
    (participant) => participant.id !== me.id && lastOwn && participant.read_seq >= lastOwn.seq,
  )

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <section
        ref={box}
        aria-label="Messages"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be scrollable by keyboard
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto px-3 py-3 [overflow-anchor:none] -outline-offset-2 desk:px-4"
      >
        {list.isPending && <Waiting />}
        {list.isError && messages.length === 0 && (
          <ErrorState bare text="Failed to load messages" error={list.error} onRetry={() => void list.refetch()} />
        )}
        {list.isSuccess && messages.length + pending.length === 0 && (
          <p className="py-16 text-center text-soft">This is the start of your conversation. Say hi.</p>
        )}
        <div ref={top} className="h-px" />
        {hasNextPage && (
          <div className="py-2 text-center">
            <Button
              variant="ghost"
              pendingLabel={isFetchingNextPage && 'Loading...'}
              onClick={() => void fetchNextPage()}
            >
              Load earlier messages
            </Button>
          </div>
        )}
        <ol>
          {messages.map((message, index) => {
            const [before, after] = [messages[index - 1], messages[index + 1]]
            const day = formatDay(message.created_at)
            return (
              <Fragment key={message.id}>
                {(!before || formatDay(before.created_at) !== day) && (
                  <li className="py-4 text-center text-tiny font-medium text-faint">{day}</li>
                )}
                {message.system !== null ? (
                  <li className="py-2 text-center text-small text-soft wrap-anywhere">{message.content}</li>
                ) : (
                  <Bubble
                    message={message}
                    isMine={message.sender_id === me.id}
                    isNamed={conversation.participants.length > 2}
                    begins={!before || !isSameMessageGroup(before, message)}
                    ends={!after || !isSameMessageGroup(message, after)}
                    onEdit={() => onEdit(message)}
                  />
                )}
              </Fragment>
            )
          })}
          {pending.map((item) => (
            <PendingBubble key={item.key} item={item} />
          ))}
        </ol>
        {lastOwn === messages.at(-1) && readers.length > 0 && pending.length === 0 && (
          <p className="pt-0.5 pr-1 text-right text-tiny text-faint">
            {conversation.kind === 'direct' ? 'Seen' : `Seen by ${readers.length}`}
          </p>
        )}
      </section>
      {isAway && (
        <button
          type="button"
          onClick={toEnd}
          aria-label="Jump to latest message"
          className="absolute right-4 bottom-3 inline-flex size-11 items-center justify-center rounded-full border border-line bg-surface text-brand shadow-lifted"
        >
          <Icon icon={ArrowDown} />
        </button>
      )}
      <Announcer conversation={conversation} me={me.id} />
    </div>
  )
}

const Waiting = () => (
  <div role="status" aria-label="Loading messages" className="space-y-3">
    <Skeleton className="h-10 w-1/2" />
    <Skeleton className="ml-auto h-16 w-2/3" />
    <Skeleton className="h-10 w-2/5" />
  </div>
)
