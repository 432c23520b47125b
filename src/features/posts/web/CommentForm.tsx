import { SendHorizontal } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useDraft } from '../../../shared/web/draft.ts'
import { useSubmit } from '../../../shared/web/submit.ts'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { MentionField } from '../../people/web/MentionField.tsx'
import { type Named, stillNamed } from '../../people/web/mention.ts'

type Words = { content: string; mentions: string[] }

type Props<Sent> = {
  /** The id of the post or comment that is answered; also the key of its draft. */
  to: string
  label: string
  /** The user whose avatar is shown: the viewer, or Anonymous. */
  author: ComponentProps<typeof Avatar>['person']
  autoFocus?: boolean
  send: (words: Words, idempotencyKey: string) => Promise<Sent>
  /** `hasEarlierAttempt`: an earlier attempt may have succeeded too, so the list has to be reloaded. */
  onSent: (sent: Sent, details: { hasEarlierAttempt: boolean }) => void
  onFailed?: () => void
  /** Shown below the text field. */
  children?: ReactNode
}

/** A one-line form: Enter sends, Shift+Enter inserts a line break. The text stays until it has been sent. */
export function CommentForm<Sent>({
  to,
  label,
  author,
  autoFocus = false,
  send,
  onSent,
  onFailed,
  children,
}: Props<Sent>) {
  const [text, setText] = useDraft(`comment ${to}`)
  const [picked, setPicked] = useState<readonly Named[]>([])
  const create = useSubmit({
    form: `comment ${to}`,
    drafts: [`comment ${to}`],
    send: (keyFor) => {
      const words = { content: text, mentions: stillNamed(text, picked) }
      return send(words, keyFor({ ...words, author_id: author.id }))
    },
    onSuccess: onSent,
    ...(onFailed ? { onError: () => onFailed() } : {}),
  })
  const submit = () => {
    if (text.trim()) create.submit()
  }
  return (
    <form
      className="mt-3 flex flex-wrap items-end gap-x-2.5"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Avatar person={author} size={32} />
      <MentionField
        rows={1}
        value={text}
        onWrite={setText}
        onPick={(person) => setPicked((before) => [...before, person])}
        maxLength={2000}
        aria-label={label}
        placeholder={label}
        autoFocus={autoFocus}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          submit()
        }}
        className="field-sizing-content max-h-40 min-h-11 w-full min-w-0 resize-none rounded-control bg-sunken px-3.5 py-2.5 text-body desk:text-base"
      />
      <IconButton type="submit" label="Send" disabled={!text.trim() || create.isPending} className="text-brand">
        <SendHorizontal size={20} strokeWidth={1.75} />
      </IconButton>
      {children}
    </form>
  )
}
