import { useQueryClient } from '@tanstack/react-query'
import { ImagePlus, SendHorizontal, X } from 'lucide-react'
import { useRef, useState } from 'react'
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
import { patchMessage } from './conversation-cache.ts'
import { send } from './outbox.ts'

/** Minimum interval between two typing events, in milliseconds. */
const typingIntervalMs = 3000

type Props = { conversation: Conversation; editing: Message | undefined; onEdited: () => void }

/** Writes a message, or edits one. Enter sends, Shift+Enter inserts a line break. */
export function Composer({ conversation: { id, kind, title }, editing, onEdited }: Props) {
  const me = useMe()
  const client = useQueryClient()
  const [draft, setDraft] = useDraft(`message ${id}`, 'for longer')
  const [change, setChange] = useState(editing?.content ?? '')
  const told = useRef(0)
  const files = useRef<HTMLInputElement>(null)
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
  const sendImage = (file: File | undefined) => {
    if (!file) return
    if (!file.type.startsWith('image/')) return toast.error('Please select an image file')
    if (file.size >= maxUploadBytes.message) return toast.error('File size must be less than 1MB')
    send(client, { by: me.id, conversation: id, content: '', file })
  }

  return (
    <form
      className="shrink-0 border-t border-line px-2 py-2 desk:px-3"
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
      <div className="flex items-end gap-1">
        {!editing && (
          <>
            <IconButton label="Send a photo" onClick={() => files.current?.click()}>
              <Icon icon={ImagePlus} />
            </IconButton>
            <input
              ref={files}
              type="file"
              accept="image/*"
              hidden
              aria-label="Photo to send"
              onChange={(event) => {
                sendImage(event.target.files?.[0])
                event.target.value = ''
              }}
            />
          </>
        )}
        <textarea
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
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
            event.preventDefault()
            submit()
          }}
          className={`${replyFieldClassName} flex-1`}
        />
        <IconButton
          type="submit"
          label={editing ? 'Save' : 'Send'}
          disabled={!text.trim() || update.isPending}
          className="text-brand"
        >
          <Icon icon={SendHorizontal} />
        </IconButton>
      </div>
    </form>
  )
}
