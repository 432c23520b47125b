import { Suspense, useState } from 'react'
import { firstName } from '../../../shared/names.ts'
import { call } from '../../../shared/web/api.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { isLongText, RichText } from '../../../shared/web/ui/RichText.tsx'
import { Skeleton } from '../../../shared/web/ui/states.tsx'
import { Time } from '../../../shared/web/ui/Time.tsx'
import { FileLink } from '../../media/web/FileLink.tsx'
import { MediaGrid } from '../../media/web/MediaGrid.tsx'
import { LazyReportDialog } from '../../moderation/web/LazyReportDialog.tsx'
import { useMe } from '../../session/web/auth.tsx'
import { messagesApi } from '../contract.gen.ts'
import type { Message, Quote } from '../contract.ts'
import { bubbleClassName, bubbleColumnClassName, bubbleTextClassName } from './bubble-classes.ts'
import { type MessageDialog, MessageMenu } from './MessageMenu.tsx'
import type { MessageActions } from './message-actions.ts'
import { listPictures } from './message-pictures.ts'
import { formatClockTime } from './message-time.ts'
import { QuotedMessage } from './QuotedMessage.tsx'
import { ReactionChips } from './ReactionChips.tsx'
import { isFallback } from './share.ts'

const DeleteMessage = lazyPart(() => import('./DeleteMessage.tsx'))
const RemindMe = lazyPart(() => import('./RemindMe.tsx'))
const MessageVersions = lazyPart(() => import('./MessageVersions.tsx'))
const ReactionList = lazyPart(() => import('./ReactionList.tsx'))
const ShareCard = lazyPart(() => import('./ShareCard.tsx'))
const VoiceNote = lazyPart(() => import('../../media/web/VoiceNote.tsx'))
const ReactionPicker = lazyPart(() => import('./ReactionPicker.tsx'))

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
  /** Whether it is far outside of the view. */
  isDistant: boolean
  /** Whether the viewer can write in the conversation. */
  canSend: boolean
  canPin: boolean
  actions: MessageActions
}

/** One message: the viewer's on the right, those of others on the left. */
export function Bubble(props: Props) {
  const { message, isMine, isNamed, begins, isTabStop, isDistant } = props
  const [openDialog, setOpenDialog] = useState<MessageDialog>()
  return (
    <li
      data-message={message.id}
      tabIndex={isTabStop ? 0 : -1}
      className={`group relative flex items-end gap-2 rounded-control outline-none transition-[background-color] data-jumped:bg-brand-soft ${begins ? 'mt-3' : 'mt-1'} ${isMine ? 'flex-row-reverse' : ''}`}
    >
      {isDistant && !openDialog && isPlain(message) ? (
        <>
          {begins && <Speaker name={isMine ? undefined : message.sender.name} isShown={false} />}
          <p
            dir="auto"
            className={`${bubbleClassName} ${bubbleTextClassName(false)} max-w-[min(35rem,80%)]! whitespace-pre-line ${bubbleColours(isMine)} ${isNamed && !isMine ? 'ml-10' : ''}`}
          >
            {message.content}
          </p>
        </>
      ) : (
        <Content {...props} openDialog={openDialog} onOpen={setOpenDialog} />
      )}
    </li>
  )
}

const bubbleColours = (isMine: boolean) => (isMine ? 'bg-brand text-on-brand [&_a]:text-inherit' : 'bg-sunken text-ink')

/** Whether a message is its text, without anything that has a state or is loaded. */
const isPlain = ({ type, attachments, voice, share, content }: Message) =>
  type === 'text' && attachments.length === 0 && !voice && !share && !isLongText(content)

type ContentProps = Props & {
  openDialog: MessageDialog | undefined
  onOpen: (dialog: MessageDialog | undefined) => void
}

/** A message as the reader sees it, with its actions. */
function Content({ message, isMine, isNamed, begins, ends, isTimeShown, canSend, canPin, ...rest }: ContentProps) {
  const { actions, openDialog, onOpen } = rest
  const { sender, content, type, attachments, voice, share, created_at, reply_to, reactions } = message
  const pictures = listPictures(message)
  const hasTail = ends && reactions.length === 0
  return (
    <>
      {isNamed && !isMine && <span className="w-8 shrink-0">{ends && <Avatar person={sender} size={32} />}</span>}
      <div className={`${bubbleColumnClassName} ${isMine ? 'items-end' : 'items-start'}`}>
        {begins && <Speaker name={isMine ? undefined : sender.name} isShown={isNamed} />}
        <div
          data-bubble
          className={`${bubbleClassName} group-focus-visible:outline-2 group-focus-visible:outline-offset-2 group-focus-visible:outline-brand ${bubbleColours(isMine)} ${hasTail ? (isMine ? 'rounded-br-[6px]' : 'rounded-bl-[6px]') : ''}`}
        >
          {reply_to && <Quoted message={message} quote={reply_to} isMine={isMine} onJump={actions.onJump} />}
          {type === 'image' &&
            (pictures.length > 0 ? (
              <div className="w-72 max-w-full *:mt-0">
                <MediaGrid media={pictures} />
              </div>
            ) : (
              <p className="px-3.5 py-2 italic opacity-90">Photo no longer available</p>
            ))}
          {attachments.map((file) => (
            <FileLink key={file.url} file={file} />
          ))}
          {voice && (
            <Suspense fallback={<Skeleton className="m-2 h-14 w-72 max-w-[calc(100%-1rem)]" />}>
              <VoiceNote voice={voice} />
            </Suspense>
          )}
          {share && (
            <Suspense fallback={<Skeleton className="m-2 h-20 w-72 max-w-[calc(100%-1rem)]" />}>
              <ShareCard share={share} />
            </Suspense>
          )}
          {content && !isFallback(message) && (
            <RichText text={content} mentions={message.mentions} className={bubbleTextClassName(pictures.length > 0)} />
          )}
        </div>
        <ReactionChips message={message} canReact={canSend} onShowAll={() => onOpen('reactions')} />
        <p className={isTimeShown || message.edited || message.pinned ? 'px-1 pt-0.5 text-tiny text-faint' : 'sr-only'}>
          <Time at={created_at} format={formatClockTime} className={isTimeShown ? undefined : 'sr-only'} />
          <Marks message={message} isTimeShown={isTimeShown} onVersions={() => onOpen('versions')} />
        </p>
      </div>
      <MessageMenu
        message={message}
        isMine={isMine}
        canSend={canSend}
        canPin={canPin}
        onReply={() => actions.onReply(message)}
        onEdit={() => actions.onEdit(message)}
        onOpen={onOpen}
      />
      {openDialog && <Dialogs message={message} openDialog={openDialog} onClose={() => onOpen(undefined)} />}
    </>
  )
}

/** 'edited 14:05 · pinned': of the time of the last edit, once the time of the message is shown. */
function Marks({
  message: { edited_at, pinned },
  isTimeShown,
  onVersions,
}: Pick<Props, 'message' | 'isTimeShown'> & { onVersions: () => void }) {
  return (
    <>
      {edited_at !== null && (
        <>
          {isTimeShown ? ' · ' : ' '}
          <button type="button" tabIndex={-1} onClick={onVersions} className="hover:underline">
            edited
            {isTimeShown && (
              <>
                {' '}
                <Time at={edited_at} format={formatClockTime} />
              </>
            )}
          </button>
        </>
      )}
      {pinned && (isTimeShown || edited_at !== null ? ' · pinned' : ' pinned')}
    </>
  )
}

type QuotedProps = Pick<Props, 'message' | 'isMine'> & Pick<MessageActions, 'onJump'> & { quote: Quote }

/** The line that a message answers, introduced for screen readers: 'You replied to Grace'. */
function Quoted({ message, quote, isMine, onJump }: QuotedProps) {
  const me = useMe()
  const isOwnQuote = quote.sender_id === me.id
  const by = isMine ? 'You' : firstName(message.sender.name)
  const to = isOwnQuote ? (isMine ? 'yourself' : 'you') : quote.sender_name && firstName(quote.sender_name)
  return (
    <>
      <span className="sr-only">{to ? `${by} replied to ${to}: ` : `${by} replied: `}</span>
      <QuotedMessage
        quote={isOwnQuote ? { ...quote, sender_name: 'You' } : quote}
        onBrand={isMine}
        onJump={quote.id === null ? undefined : () => onJump(quote)}
      />
    </>
  )
}

type DialogProps = { message: Message; openDialog: MessageDialog; onClose: () => void }

function Dialogs({ message, openDialog, onClose }: DialogProps) {
  const { id, content } = message
  return (
    <Suspense>
      {openDialog === 'delete' && <DeleteMessage message={message} onClose={onClose} />}
      {openDialog === 'reactions' && <ReactionList id={id} onClose={onClose} />}
      {openDialog === 'remind' && <RemindMe message={message} onClose={onClose} />}
      {openDialog === 'versions' && <MessageVersions id={id} onClose={onClose} />}
      {openDialog === 'picker' && <ReactionPicker message={message} onClose={onClose} />}
      {openDialog === 'report' && (
        <LazyReportDialog
          what="message"
          id={id}
          text={content}
          success="Message reported successfully"
          report={(body) => call(messagesApi.report, { params: { id }, body })}
          onClose={onClose}
        />
      )}
    </Suspense>
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
