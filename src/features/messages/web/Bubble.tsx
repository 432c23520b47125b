import { Suspense, useState } from 'react'
import { call } from '../../../shared/web/api.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { RichText } from '../../../shared/web/ui/RichText.tsx'
import { Time } from '../../../shared/web/ui/Time.tsx'
import { MediaGrid } from '../../media/web/MediaGrid.tsx'
import { LazyReportDialog } from '../../moderation/web/LazyReportDialog.tsx'
import { messagesApi } from '../contract.gen.ts'
import type { Message } from '../contract.ts'
import { MessageMenu } from './MessageMenu.tsx'
import { formatClockTime } from './message-time.ts'

const DeleteMessage = lazyPart(() => import('./DeleteMessage.tsx'))

type Props = {
  message: Message
  isMine: boolean
  /** Whether sender names are shown: in conversations of more than two. */
  isNamed: boolean
  /** Whether the message is the first or the last of its message group. */
  begins: boolean
  ends: boolean
  onEdit: () => void
}

/** One message: the viewer's on the right, those of others on the left. */
export function Bubble({ message, isMine, isNamed, begins, ends, onEdit }: Props) {
  const [openDialog, setOpenDialog] = useState<'delete' | 'report'>()
  const { sender, content, type, image, edited, created_at } = message
  return (
    <li className={`group flex items-end gap-2 ${ends ? 'mb-2.5' : 'mb-0.5'} ${isMine ? 'flex-row-reverse' : ''}`}>
      {!isMine && <span className="w-8 shrink-0 pb-4.5">{ends && <Avatar person={sender} size={32} />}</span>}
      <div className={`flex max-w-[min(34rem,78%)] min-w-0 flex-col ${isMine ? 'items-end' : 'items-start'}`}>
        {isNamed && begins && !isMine && (
          <span className="px-1 pb-0.5 text-small font-semibold text-soft">{sender.name}</span>
        )}
        <div
          className={`max-w-full overflow-hidden rounded-[18px] ${isMine ? 'bg-brand text-on-brand' : 'bg-sunken text-ink'} ${ends ? (isMine ? 'rounded-br-[6px]' : 'rounded-bl-[6px]') : ''}`}
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
        {(ends || edited) && (
          <p className="px-1 pt-0.5 text-tiny text-faint">
            <Time at={created_at} format={formatClockTime} />
            {edited && ' · edited'}
          </p>
        )}
      </div>
      <MessageMenu
        message={message}
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
