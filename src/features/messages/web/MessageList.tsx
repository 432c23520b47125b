import { ArrowDown } from 'lucide-react'
import { Fragment } from 'react'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { ErrorState } from '../../../shared/web/ui/states.tsx'
import { useErrorToast } from '../../../shared/web/ui/toasts.tsx'
import { useMe } from '../../session/web/auth.tsx'
import type { Conversation, Message } from '../contract.ts'
import { Announcer } from './Announcer.tsx'
import { Bubble } from './Bubble.tsx'
import { BubbleSkeletons } from './BubbleSkeletons.tsx'
import { useMessages } from './conversation-cache.ts'
import { useListGestures } from './list-gestures.ts'
import { formatSeparator, isAfterGap, isSameMessageGroup } from './message-time.ts'
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
  const { tabStop, timeShown, handlers } = useListGestures((id) => {
    const message = messages.find((item) => item.id === id)
    if (message?.can.edit) onEdit(message)
  })
  const stop = messages.find(({ id }) => id === tabStop) ?? messages.findLast(({ system }) => system === null)
  const last = messages.at(-1)
  const lastOwn = messages.findLast(({ sender_id }) => sender_id === me.id)
  const readers = conversation.participant_users.filter(
    (participant) => participant.id !== me.id && lastOwn && participant.read_seq >= lastOwn.seq,
  )

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <section
        ref={box}
        aria-label="Messages"
        data-inner-scroll
        className="flex min-h-0 flex-1 flex-col overflow-x-hidden overflow-y-auto overscroll-contain px-3 py-3 [overflow-anchor:none] desk:px-4"
      >
        <div className="mt-auto">
          {list.isPending && (
            <div role="status" aria-label="Loading messages">
              <BubbleSkeletons />
            </div>
          )}
          {list.isError && messages.length === 0 && (
            <ErrorState bare text="Failed to load messages" error={list.error} onRetry={() => void list.refetch()} />
          )}
          {list.isSuccess && messages.length + pending.length === 0 && (
            <p className="py-8 text-center text-soft">This is the start of your conversation. Say hi.</p>
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
          <ol {...handlers}>
            {messages.map((message, index) => {
              const [before, after] = [messages[index - 1], messages[index + 1]]
              return (
                <Fragment key={message.id}>
                  {isAfterGap(before, message) && (
                    <li className="pt-4 pb-1 text-center text-tiny font-medium text-faint">
                      {formatSeparator(message.created_at)}
                    </li>
                  )}
                  {message.system !== null ? (
                    <li className="py-2 text-center text-small text-soft wrap-anywhere">{message.content}</li>
                  ) : (
                    <Bubble
                      message={message}
                      isMine={message.sender_id === me.id}
                      isNamed={conversation.kind === 'several' || conversation.kind === 'group'}
                      begins={!before || !isSameMessageGroup(before, message)}
                      ends={!after || !isSameMessageGroup(message, after)}
                      isTimeShown={message.id === timeShown}
                      isTabStop={message === stop}
                      onEdit={() => onEdit(message)}
                    />
                  )}
                </Fragment>
              )
            })}
            {pending.map((item, index) => (
              <PendingBubble key={item.key} item={item} begins={index === 0 && last?.sender_id !== me.id} />
            ))}
          </ol>
          {lastOwn && lastOwn === last && readers.length > 0 && pending.length === 0 && (
            <p className="pt-0.5 pr-1 text-right text-tiny text-faint">
              {conversation.kind === 'direct' ? 'Seen' : `Seen by ${readers.length}`}
            </p>
          )}
        </div>
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
