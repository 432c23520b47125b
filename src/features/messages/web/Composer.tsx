import { useQueryClient } from '@tanstack/react-query'
import { Check, SendHorizontal, X } from 'lucide-react'
import { type Ref, useRef, useState } from 'react'
import { firstName } from '../../../shared/names.ts'
import { call } from '../../../shared/web/api.ts'
import { useDraft } from '../../../shared/web/draft.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { replyFieldClassName } from '../../../shared/web/ui/field-classes.ts'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { maxUploadBytes } from '../../media/contract.gen.ts'
import { useMe } from '../../session/web/auth.tsx'
import { conversationsApi, messageLimits, messagesApi } from '../contract.gen.ts'
import type { Conversation, Message } from '../contract.ts'
import { AddPhoto } from './AddPhoto.tsx'
import { patchMessage } from './conversation-cache.ts'
import { send } from './outbox.ts'
import { ResizeOffer } from './ResizeOffer.tsx'

/** Minimum interval between two typing events, in milliseconds. */
const typingIntervalMs = 3000

type Props = {
  conversation: Conversation
  editing: Message | undefined
  field: Ref<HTMLTextAreaElement>
  /** ↑ in the empty field. */
  onEditLast: () => void
  onEdited: () => void
}

/** Writes a message, or edits one. Enter sends, Shift+Enter inserts a line break. */
export function Composer({ conversation: { id, kind, title }, editing, field, onEditLast, onEdited }: Props) {
  const me = useMe()
  const client = useQueryClient()
  const [draft, setDraft] = useDraft(`message ${id}`, 'for longer')
  const [change, setChange] = useState(editing?.content ?? '')
  const [tooLarge, setTooLarge] = useState<File>()
  const told = useRef(0)
  const text = editing ? change : draft
  const update = useLockedMutation({
    mutationFn: (message: Message) =>
      call(messagesApi.update, { params: { id: message.id }, body: { content: change } }),
    onSuccess: ({ data }) => {
      patchMessage(client, data)
      toast.success('Message updated')
      onEdited()
    },
    onError: (error) => toast.failure(error, 'Failed to update message'),
  })
  const submit = () => {
    if (!text.trim() || update.isPending) return
    if (editing) return update.mutate(editing)
    send(client, { by: me.id, conversation: id, content: text })
    setDraft('')
  }
  const write = (next: string) => {
    if (editing) return setChange(next)
    setDraft(next)
    if (!next.trim() || Date.now() - told.current < typingIntervalMs) return
    told.current = Date.now()
    call(conversationsApi.typing, { params: { id } }).catch(() => {})
  }
  const sendImage = (file: File) => {
    setTooLarge(undefined)
    if (!file.type.startsWith('image/')) return toast.error('Please select an image file')
    if (file.size >= maxUploadBytes.message) return setTooLarge(file)
    send(client, { by: me.id, conversation: id, content: '', file })
  }

  return (
    <form
      className="shrink-0 border-t border-line bg-surface py-2 pr-2 pl-1 pb-[max(0.5rem,env(safe-area-inset-bottom))] desk:px-3 desk:pb-2"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {editing && (
        <p className="flex items-center justify-between pl-2 text-small font-medium text-brand">
          Editing message
          <IconButton label="Cancel editing" onClick={onEdited}>
            <Icon icon={X} size={18} />
          </IconButton>
        </p>
      )}
      {tooLarge && <ResizeOffer file={tooLarge} onResized={sendImage} onClose={() => setTooLarge(undefined)} />}
      <div className="flex items-end gap-1">
        {!editing && <AddPhoto onPick={sendImage} />}
        <textarea
          ref={field}
          rows={1}
          value={text}
          maxLength={messageLimits.characters}
          readOnly={update.isPending}
          // biome-ignore lint/a11y/noAutofocus: the user has chosen to edit a message
          autoFocus={editing !== undefined}
          aria-label={editing ? 'Edit your message' : `Message to ${title}`}
          placeholder={`Message ${kind === 'direct' ? firstName(title) : title}`}
          onChange={(event) => write(event.target.value)}
          onPaste={(event) => {
            const [file] = event.clipboardData.files
            if (!file || editing) return
            event.preventDefault()
            sendImage(file)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && editing) onEdited()
            if (event.key === 'ArrowUp' && !editing && text === '') {
              event.preventDefault()
              onEditLast()
            }
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
            event.preventDefault()
            submit()
          }}
          className={`${replyFieldClassName} max-h-[calc(5lh+1.25rem)]! flex-1 [overflow-wrap:anywhere]`}
        />
        {(editing || text.trim()) && (
          <button
            type="submit"
            aria-label={editing ? 'Save' : 'Send'}
            title={editing ? 'Save' : 'Send'}
            disabled={!text.trim() || update.isPending}
            className="group inline-flex size-11 max-h-[14vw] max-w-[14vw] shrink-0 items-center justify-center rounded-full disabled:opacity-50"
          >
            <span className="inline-flex size-10 max-h-full max-w-full items-center justify-center rounded-full bg-brand text-on-brand transition-colors duration-150 group-hover:bg-brand-strong">
              <Icon icon={editing ? Check : SendHorizontal} />
            </span>
          </button>
        )}
      </div>
    </form>
  )
}
