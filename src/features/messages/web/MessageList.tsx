import { useQueryClient } from '@tanstack/react-query'
import { ArrowDown } from 'lucide'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { isNotFound } from '../../../shared/web/data/errors.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { ErrorState } from '../../../shared/web/ui/states.tsx'
import { toast, useErrorToast } from '../../../shared/web/ui/toasts.tsx'
import { useMe } from '../../session/web/auth.tsx'
import type { Message } from '../contract.ts'
import type { Conversation } from '../conversation-contract.ts'
import { Announcer } from './Announcer.tsx'
import { BubbleSkeletons } from './BubbleSkeletons.tsx'
import { useMessages } from './conversation-queries.ts'
import { jumpTo } from './jump.ts'
import { useListGestures } from './list-gestures.ts'
import { MessageRange } from './MessageRange.tsx'
import type { MessageActions } from './message-actions.ts'
import { toRanges } from './message-ranges.ts'
import { PendingBubble } from './PendingBubble.tsx'
import { usePending } from './pending-messages.ts'
import { doubleTapReaction, toggleReaction } from './react.ts'
import { useScroll } from './scroll.ts'
import { useUnvanished } from './vanish.ts'

type Props = {
  conversation: Conversation
  /** Id or number of a message to begin at. Absent: the latest ones. */
  around: string | number | undefined
  /** Number of the last message that was read when the conversation was opened, if others have followed. */
  readUpTo: number | undefined
  /** Whether the list begins at the first of the others, not at its end. */
  isAtUnread: boolean
  /** Shows a message that is not loaded, or the latest ones. */
  onJump: (id: string | undefined) => void
  onReply: (message: Message) => void
  onEdit: (message: Message) => void
}

/** Messages with the latest at the bottom. Earlier pages load when scrolling up, without moving the content. */
export function MessageList({ conversation, around, readUpTo, isAtUnread, ...actions }: Props) {
  const { onJump, onReply, onEdit } = actions
  const client = useQueryClient()
  const me = useMe()
  const list = useMessages(conversation.id, around)
  const pending = usePending(conversation.id)
  const { hasNextPage, isFetchingNextPage, fetchNextPage, hasPreviousPage } = list
  const messages = useUnvanished(list.messages)
  const isStartLoaded = readUpTo !== undefined && (!hasNextPage || (messages[0]?.seq ?? 0) <= readUpTo)
  const firstUnread = isStartLoaded
    ? messages.find(({ seq, sender_id, system }) => seq > readUpTo && sender_id !== me.id && system === null)
    : undefined
  const { box, top, bottom, isAway, toEnd } = useScroll({
    first: messages[0]?.id,
    last: pending.at(-1)?.key ?? messages.at(-1)?.id,
    isLatest: !hasPreviousPage,
    begin(element) {
      if (typeof around === 'string') return jumpTo(element, around)
      const divider = isAtUnread ? element.querySelector('[data-unread]') : null
      divider?.scrollIntoView({ block: 'start' })
      return divider !== null
    },
    onTop() {
      if (hasNextPage && !isFetchingNextPage && !list.isFetchNextPageError) void fetchNextPage()
    },
    onBottom() {
      if (hasPreviousPage && !list.isFetchingPreviousPage && !list.isFetchPreviousPageError)
        void list.fetchPreviousPage()
    },
  })
  const isGone = typeof around === 'string' && isNotFound(list.error)
  useErrorToast(isGone ? null : list.error, 'Failed to load messages')
  const leaveTarget = useEffectEvent(() => {
    toast.error('This message is not here any more')
    onJump(undefined)
  })
  useEffect(() => {
    if (isGone) leaveTarget()
  }, [isGone])
  const canSend = conversation.can.send
  const stableActions = useStable({
    onReply,
    onEdit,
    onJump: ({ id }) => id !== null && !jumpTo(box.current, id) && onJump(id),
  })
  const { tabStop, timeShown, handlers } = useListGestures((gesture, id) => {
    const message = messages.find((item) => item.id === id)
    if (!message) return
    if (gesture === 'edit' && message.can.edit) onEdit(message)
    if (gesture === 'reply' && canSend) onReply(message)
    if (gesture === 'react' && canSend) toggleReaction(client, message, doubleTapReaction)
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
          <div {...handlers}>
            {toRanges(messages).map(({ key, ...range }) => (
              <MessageRange
                key={key}
                {...range}
                kind={conversation.kind}
                me={me.id}
                canSend={canSend}
                canPin={conversation.can.pin}
                firstUnread={findIn(range.messages, firstUnread?.id)}
                timeShown={findIn(range.messages, timeShown)}
                tabStop={findIn(range.messages, stop?.id)}
                actions={stableActions}
              />
            ))}
            {pending.length > 0 && !hasPreviousPage && (
              <ol>
                {pending.map((item, index) => (
                  <PendingBubble key={item.key} item={item} begins={index === 0 && last?.sender_id !== me.id} />
                ))}
              </ol>
            )}
          </div>
          <div ref={bottom} className="h-px" />
          {hasPreviousPage && (
            <div className="py-2 text-center">
              <Button
                variant="ghost"
                pendingLabel={list.isFetchingPreviousPage && 'Loading...'}
                onClick={() => void list.fetchPreviousPage()}
              >
                Load later messages
              </Button>
            </div>
          )}
          {!hasPreviousPage && lastOwn && lastOwn === last && readers.length > 0 && pending.length === 0 && (
            <p className="pt-0.5 pr-1 text-right text-tiny text-faint">
              {conversation.participant_users.length <= 2 ? 'Seen' : `Seen by ${readers.length}`}
            </p>
          )}
        </div>
      </section>
      {(isAway || hasPreviousPage) && (
        <button
          type="button"
          onClick={() => (hasPreviousPage ? onJump(undefined) : toEnd())}
          aria-label="Jump to latest message"
          className="absolute right-4 bottom-3 disc size-11 border border-line bg-surface text-brand shadow-lifted"
        >
          <Icon icon={ArrowDown} />
        </button>
      )}
      <Announcer conversation={conversation} me={me.id} />
    </div>
  )
}

const findIn = (messages: readonly Message[], id: string | undefined) =>
  messages.some((message) => message.id === id) ? id : undefined

/** The same functions in each render, which call the latest ones. */
function useStable(actions: MessageActions): MessageActions {
  const latest = useRef(actions)
  useLayoutEffect(() => {
    latest.current = actions
  })
  const [stable] = useState<MessageActions>(() => ({
    onReply: (message) => latest.current.onReply(message),
    onEdit: (message) => latest.current.onEdit(message),
    onJump: (quote) => latest.current.onJump(quote),
  }))
  return stable
}
