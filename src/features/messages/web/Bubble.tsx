import { Suspense, useState } from 'react'
import { firstName } from '../../../shared/names.ts'
import { call } from '../../../shared/web/api.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { RichText } from '../../../shared/web/ui/RichText.tsx'
import { Time } from '../../../shared/web/ui/Time.tsx'
import { MediaGrid } from '../../media/web/MediaGrid.tsx'
import { LazyReportDialog } from '../../moderation/web/LazyReportDialog.tsx'
import { messagesApi } from '../contract.gen.ts'
import type { Message } from '../contract.ts'
import { bubbleClassName, bubbleColumnClassName } from './bubble-classes.ts'
import { MessageMenu } from './MessageMenu.tsx'
import { formatClockTime } from './message-time.ts'

const DeleteMessage = lazyPart(() => import('./DeleteMessage.tsx'))

type Props = {
  message: Message
  isMine: boolean
  /** Whether senders are named and pictured: in conversations of more than two. */
  isNamed: boolean
  /** Whether the message is the first or the last of its message group. */
  begins: boolean
  ends: boolean
  isTimeShown: boolean
  /** Whether the message is the tab stop of the list. */
  isTabStop: boolean
  onEdit: () => void
}

/** One message: the viewer's on the right, those of others on the left. */
export function Bubble({ message, isMine, isNamed, begins, ends, isTimeShown, isTabStop, onEdit }: Props) {
  const [openDialog, setOpenDialog] = useState<'delete' | 'report'>()
  const { id, sender, content, type, image, edited, created_at } = message
  return (
    <li
      data-message={id}
      tabIndex={isTabStop ? 0 : -1}
      className={`group relative flex items-end gap-2 outline-none ${begins ? 'mt-3' : 'mt-1'} ${isMine ? 'flex-row-reverse' : ''}`}
    >
      {isNamed && !isMine && <span className="w-8 shrink-0">{ends && <Avatar person={sender} size={32} />}</span>}
      <div className={`${bubbleColumnClassName} ${isMine ? 'items-end' : 'items-start'}`}>
        {begins && <Speaker name={isMine ? undefined : sender.name} isShown={isNamed} />}
        <div
          data-bubble
          className={`${bubbleClassName} group-focus-visible:outline-2 group-focus-visible:outline-offset-2 group-focus-visible:outline-brand ${isMine ? 'bg-brand text-on-brand [&_a]:text-inherit' : 'bg-sunken text-ink'} ${ends ? (isMine ? 'rounded-br-[6px]' : 'rounded-bl-[6px]') : ''}`}
        >
          {type === 'image' &&
            (image ? (
              <div className="w-72 max-w-full *:mt-0">
                <MediaGrid media={[image]} />
              </div>
            ) : (
              <p className="px-3.5 py-2 italic opacity-90">Photo no longer available</p>
            ))}
          {content && <RichText text={content} className="px-3.5 py-2 text-body" />}
        </div>
        <p className={isTimeShown || edited ? 'px-1 pt-0.5 text-tiny text-faint' : 'sr-only'}>
          <Time at={created_at} format={formatClockTime} className={isTimeShown ? undefined : 'sr-only'} />
          {edited && (isTimeShown ? ' · edited' : ' edited')}
        </p>
      </div>
      <MessageMenu
        message={message}
        isMine={isMine}
        onEdit={onEdit}
        onDelete={() => setOpenDialog('delete')}
        onReport={() => setOpenDialog('report')}
      />
      {openDialog && (
        <Suspense>
          {openDialog === 'delete' ? (
            <DeleteMessage message={message} onClose={() => setOpenDialog(undefined)} />
          ) : (
            <LazyReportDialog
              what="message"
              id={message.id}
              text={content}
              success="Message reported successfully"
              report={(body) => call(messagesApi.report, { params: { id: message.id }, body })}
              onClose={() => setOpenDialog(undefined)}
            />
          )}
        </Suspense>
      )}
    </li>
  )
}

/** Who wrote a message group: for screen readers, and in conversations of several also for sight. */
function Speaker({ name, isShown }: { name: string | undefined; isShown: boolean }) {
  if (name === undefined) return <span className="sr-only">You said:</span>
  if (!isShown) return <span className="sr-only">{firstName(name)} said:</span>
  return (
    <span className="px-1 pb-0.5 text-small font-semibold wrap-anywhere text-soft">
      {name}
      <span className="sr-only"> said:</span>
    </span>
  )
}
