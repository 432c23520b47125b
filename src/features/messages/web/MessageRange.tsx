import { Fragment, memo, type RefObject, startTransition, useEffect, useRef, useState } from 'react'
import type { Conversation } from '../conversation-contract.ts'
import { Bubble } from './Bubble.tsx'
import type { MessageActions } from './message-actions.ts'
import type { MessageRangeContent } from './message-ranges.ts'
import { formatSeparator, isAfterGap, isSameMessageGroup } from './message-time.ts'
import { watchNearness } from './nearness.ts'

type Props = MessageRangeContent & {
  kind: Conversation['kind']
  me: string
  canSend: boolean
  canPin: boolean
  /** Ids of messages of this range: the first unread one, the one whose time is shown, and the tab stop of the list. */
  firstUnread: string | undefined
  timeShown: string | undefined
  tabStop: string | undefined
  actions: MessageActions
}

/**
 * Some messages of the list. Once they have been drawn, the browser skips them while they are far outside of the view, and
 * remembers their height, so that nothing moves when they come back. As flow roots they contain the margins of their messages
 * whether they are skipped or not: a margin that collapsed through would be missing from the remembered height.
 * Further away, their messages are texts without buttons, in a range of the same height: most of the memory is in the buttons.
 */
export const MessageRange = memo(({ messages, before, after, ...list }: Props) => {
  const { firstUnread, timeShown, tabStop, actions } = list
  const box = useRef<HTMLOListElement>(null)
  const isDrawn = useIsDrawn(messages.length)
  const distantHeight = useDistantHeight(box, isDrawn ? messages.length : 0)
  const isDistant = distantHeight !== undefined
  return (
    <ol
      ref={box}
      data-range
      style={isDistant ? { height: distantHeight } : undefined}
      className={`flow-root [contain-intrinsic-size:auto_1200px] [overflow-clip-margin:3rem] ${isDrawn ? '[content-visibility:auto]' : ''}`}
    >
      {messages.map((message, index) => {
        const previous = messages[index - 1] ?? before
        const next = messages[index + 1] ?? after
        return (
          <Fragment key={message.id}>
            {message.id === firstUnread && (
              <li data-unread className="flex items-center gap-3 pt-4 pb-1 text-small font-semibold text-brand">
                <span aria-hidden className="h-px flex-1 bg-brand/40" />
                New messages
                <span aria-hidden className="h-px flex-1 bg-brand/40" />
              </li>
            )}
            {isAfterGap(previous, message) && (
              <li className="pt-4 pb-1 text-center text-tiny font-medium text-faint">
                {formatSeparator(message.created_at)}
              </li>
            )}
            {message.system !== null ? (
              <li className="py-2 text-center text-small text-soft wrap-anywhere">{message.content}</li>
            ) : (
              <Bubble
                message={message}
                isMine={message.sender_id === list.me}
                isNamed={list.kind === 'several' || list.kind === 'group'}
                begins={!previous || !isSameMessageGroup(previous, message)}
                ends={!next || !isSameMessageGroup(message, next)}
                isTimeShown={message.id === timeShown}
                isTabStop={message.id === tabStop}
                isDistant={isDistant}
                canSend={list.canSend}
                canPin={list.canPin}
                actions={actions}
              />
            )}
          </Fragment>
        )
      })}
    </ol>
  )
}, isSameRange)

function isSameRange(one: Props, other: Props): boolean {
  return (Object.keys(other) as (keyof Props)[]).every((key) =>
    key === 'messages'
      ? one.messages.length === other.messages.length &&
        one.messages.every((message, index) => message === other.messages[index])
      : one[key] === other[key],
  )
}

/** Whether this number of messages has been drawn: only then does the browser know how high they are. */
function useIsDrawn(count: number): boolean {
  const [drawn, setDrawn] = useState(0)
  useEffect(() => {
    // The first frame draws them and the second begins after their size was observed.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setDrawn(count))
    })
    return () => cancelAnimationFrame(frame)
  }, [count])
  return drawn === count
}

/** The height of a range of `count` messages while it is far away and none of them has the focus. */
function useDistantHeight(box: RefObject<HTMLOListElement | null>, count: number): number | undefined {
  const [left, setLeft] = useState<{ count: number; height: number }>()
  useEffect(() => {
    const range = box.current
    const container = range?.closest('[data-inner-scroll]')
    if (count === 0 || !range || !container) return
    return watchNearness(container, range, ({ isIntersecting, boundingClientRect: { height } }) => {
      const isNear = isIntersecting || range.contains(document.activeElement)
      startTransition(() => setLeft(isNear ? undefined : { count, height }))
    })
  }, [box, count])
  return left?.count === count ? left.height : undefined
}
