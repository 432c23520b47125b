import { useQueryClient } from '@tanstack/react-query'
import { Check, Clock, Mic, SendHorizontal, X } from 'lucide'
import { type RefObject, Suspense, useRef, useState } from 'react'
import { firstName } from '../../../shared/names.ts'
import { call } from '../../../shared/web/api.ts'
import { storedDraft, useDraft } from '../../../shared/web/draft.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { replyFieldClassName } from '../../../shared/web/ui/field-classes.ts'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { canRecord } from '../../media/web/recorder.ts'
import { CrisisCard } from '../../people/web/CrisisCard.tsx'
import { MentionField } from '../../people/web/MentionField.tsx'
import { useMe } from '../../session/web/auth.tsx'
import { messageLimits, messagesApi } from '../contract.gen.ts'
import type { Message } from '../contract.ts'
import { conversationsApi } from '../conversation-contract.gen.ts'
import type { Conversation } from '../conversation-contract.ts'
import { AddFiles } from './AddFiles.tsx'
import { takePictures, useChosenPictures } from './chosen-pictures.ts'
import { useAttachments } from './composer-attachments.ts'
import { patchMessage } from './conversation-cache.ts'
import { useDraftSync } from './draft-sync.ts'
import { useFileDrop } from './file-drop.ts'
import { PictureTray } from './PictureTray.tsx'
import { type ReplyTarget, send } from './pending-messages.ts'
import { ResizeOffer } from './ResizeOffer.tsx'

const noOthers: readonly never[] = []
const VoiceRecorder = lazyPart(() => import('./VoiceRecorder.tsx'))
const SendLater = lazyPart(() => import('./SendLater.tsx'))
/** Minimum interval between two typing events, in milliseconds. */
const typingIntervalMs = 3000

type Props = {
  conversation: Conversation
  editing: Message | undefined
  replyTo: ReplyTarget | undefined
  field: RefObject<HTMLTextAreaElement | null>
  /** ↑ in the empty field. */
  onEditLast: () => void
  onEdited: () => void
  onSent: () => void
  onCancelReply: () => void
}

/** Writes a message, or edits one. Enter sends, Shift+Enter inserts a line break. */
export function Composer({ conversation, editing, replyTo, field, ...actions }: Props) {
  const { onEditLast, onEdited, onSent, onCancelReply } = actions
  const { id, kind, title, participant_users } = conversation
  const me = useMe()
  const client = useQueryClient()
  const [draft, setDraft] = useDraft(`message ${id}`, 'for longer')
  const [isLater, setIsLater] = useState(false)
  const [isRecording, setIsRecording] = useState(false)
  const [speaksOfCrisis, setSpeaksOfCrisis] = useState<boolean>()
  // While another message is edited, and until the phrases have loaded, it is not known what the draft speaks of.
  const isDraftPrivate = me.safety.crisis_card && draft !== '' && (editing !== undefined || speaksOfCrisis !== false)
  useDraftSync(conversation, draft, setDraft, { isOff: me.is_shared || isDraftPrivate })
  const keptChange = `edit message ${editing?.id}`
  const [change, setChange] = useState(() => (editing ? (storedDraft.read(keptChange) ?? editing.content) : ''))
  const others = participant_users.filter((participant) => participant.id !== me.id)
  const isLarge = kind === 'several' || kind === 'group'
  const told = useRef(0)
  const form = useRef<HTMLFormElement>(null)
  const pictures = useChosenPictures(id)
  const answered = replyTo ? { replyTo } : {}
  const { tooLarge, ...attachments } = useAttachments({ conversation: id, title, ...answered }, onSent)
  const isAbove = useFileDrop(form, (files) => !editing && attachments.addAny(files))
  const text = editing ? change : draft
  const endEditing = () => {
    storedDraft.write(keptChange, undefined)
    onEdited()
  }
  const update = useLockedMutation({
    mutationFn: (message: Message) =>
      call(messagesApi.update, { params: { id: message.id }, body: { content: change } }),
    onSuccess: ({ data }) => {
      patchMessage(client, data)
      toast.success('Message updated')
      endEditing()
    },
    onError: (error) => toast.failure(error, 'Failed to update message'),
  })
  const hasText = text.trim() !== ''
  const isReady = hasText || (!editing && pictures.length > 0)
  const submit = () => {
    if (!isReady || update.isPending) return
    if (editing) return update.mutate(editing)
    const content = hasText ? text : ''
    send(client, { conversation: id, title, content, files: takePictures(id), ...answered })
    setDraft('')
    onSent()
  }
  const write = (next: string) => {
    if (editing) return setChange(next)
    setDraft(next)
    if (!me.safety.typing || !next.trim() || Date.now() - told.current < typingIntervalMs) return
    told.current = Date.now()
    call(conversationsApi.typing, { params: { id } }).catch(() => {})
  }
  return (
    // The dialog is not inside of the form: React would pass its submission on.
    <>
      <form
        ref={form}
        className="relative shrink-0 border-t border-line bg-surface py-2 pr-2 pl-1 pb-[max(0.5rem,env(safe-area-inset-bottom))] desk:px-3 desk:pb-2"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {isAbove && (
          <p className="pointer-events-none absolute inset-0 z-1 centered rounded-control border-2 border-dashed border-brand bg-surface font-medium text-brand">
            Drop to send
          </p>
        )}
        {editing && (
          <p className="flex items-center justify-between pl-2 text-small font-medium text-brand">
            Editing message
            <IconButton label="Cancel editing" onClick={endEditing}>
              <Icon icon={X} size={18} />
            </IconButton>
          </p>
        )}
        {replyTo && !editing && (
          <div className="flex items-center gap-2 pl-2">
            <p className="min-w-0 flex-1 text-small">
              <span className="block truncate font-semibold text-brand">Replying to {replyTo.sender_name}</span>
              <span dir="auto" className="block truncate text-soft">
                {replyTo.excerpt}
              </span>
            </p>
            <IconButton label="Cancel reply" onClick={onCancelReply}>
              <Icon icon={X} size={18} />
            </IconButton>
          </div>
        )}
        {tooLarge.length > 0 && (
          <ResizeOffer files={tooLarge} onResized={attachments.addResized} onClose={attachments.forgetTooLarge} />
        )}
        {!editing && pictures.length > 0 && <PictureTray conversation={id} pictures={pictures} field={field} />}
        <CrisisCard
          text={editing?.content === text ? '' : text}
          className="px-2 pb-2"
          onNotice={setSpeaksOfCrisis}
          onPost={() => {
            submit()
            field.current?.focus()
          }}
          onSave={() => {
            if (editing) {
              storedDraft.write(keptChange, change)
              onEdited()
            } else field.current?.focus()
            void toast.success('Draft saved')
          }}
        />
        {isRecording && (
          <Suspense fallback={<div className="h-11" />}>
            <VoiceRecorder
              onSend={(recorded, transcript) => {
                setIsRecording(false)
                attachments.sendVoice(recorded, transcript)
              }}
              onClose={() => setIsRecording(false)}
            />
          </Suspense>
        )}
        <div className={`flex items-end gap-1 ${isRecording ? 'hidden' : ''}`}>
          {!editing && <AddFiles onPick={attachments.addImages} onFiles={attachments.sendFiles} />}
          <MentionField
            ref={field}
            people={isLarge ? others : noOthers}
            rows={1}
            value={text}
            maxLength={messageLimits.characters}
            readOnly={update.isPending}
            autoFocus={editing !== undefined}
            aria-label={editing ? 'Edit your message' : `Message to ${title}`}
            placeholder={`Message ${kind === 'direct' ? firstName(title) : title}`}
            onWrite={write}
            onPaste={(event) => {
              const files = [...event.clipboardData.files]
              if (files.length === 0 || editing) return
              event.preventDefault()
              attachments.addAny(files)
            }}
            onKeyDown={(event) => {
              if (event.key === 'Escape' && editing) endEditing()
              else if (event.key === 'Escape' && replyTo) onCancelReply()
              if (event.key === 'ArrowUp' && !editing && text === '') {
                event.preventDefault()
                onEditLast()
              }
              if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
              event.preventDefault()
              submit()
            }}
            className={`${replyFieldClassName} max-h-[calc(5lh+1.25rem)]! w-full [overflow-wrap:anywhere]`}
          />
          {!editing && hasText && pictures.length === 0 && (
            <IconButton label="Send later" onClick={() => setIsLater(true)}>
              <Icon icon={Clock} size={20} />
            </IconButton>
          )}
          {!isReady && !editing && canRecord() && (
            <IconButton label="Record a voice note" onClick={() => setIsRecording(true)}>
              <Icon icon={Mic} size={20} />
            </IconButton>
          )}
          {(editing || isReady) && (
            <button
              type="submit"
              aria-label={editing ? 'Save' : 'Send'}
              title={editing ? 'Save' : 'Send'}
              disabled={!isReady || update.isPending}
              className="group disc size-11 max-h-[14vw] max-w-[14vw] shrink-0 disabled:opacity-50"
            >
              <span className="disc size-10 max-h-full max-w-full bg-brand text-on-brand transition-colors group-hover:bg-brand-strong">
                <Icon icon={editing ? Check : SendHorizontal} />
              </span>
            </button>
          )}
        </div>
      </form>
      {isLater && (
        <Suspense>
          <SendLater
            conversation={id}
            content={draft}
            replyTo={replyTo}
            onScheduled={() => {
              setDraft('')
              onCancelReply()
            }}
            onClose={() => setIsLater(false)}
          />
        </Suspense>
      )}
    </>
  )
}
