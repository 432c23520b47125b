import { useMutation } from '@tanstack/react-query'
import { SendHorizontal } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../shared/web/api.ts'
import { useDraft } from '../../../shared/web/draft.ts'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { MentionField } from '../../friends/web/MentionField.tsx'
import { type Named, stillNamed } from '../../friends/web/mention.ts'
import { useMe } from '../../session/web/auth.tsx'
import type { Comment, comments, Post } from '../contract.ts'

type Props = { post: Post; parent: Comment | null; onCreated: (comment: Comment) => void }

/** One line to answer with; Enter sends, Shift and Enter begins a new line. What could not be sent stays. */
export function CommentForm({ post, parent, onCreated }: Props) {
  const me = useMe()
  const [text, write] = useDraft(`comment ${parent?.id ?? post.id}`)
  const [picked, setPicked] = useState<readonly Named[]>([])
  const [key, setKey] = useState(() => crypto.randomUUID())
  const label = parent ? `Reply to ${parent.author.name}` : 'Write a comment'
  const hidden = post.is_anonymous && post.is_author
  const create = useMutation({
    mutationFn: () =>
      call<typeof comments.create>('POST /api/comments', {
        body: { post_id: post.id, content: text, parent_id: parent?.id ?? null, mentions: stillNamed(text, picked) },
        idempotencyKey: key,
      }),
    onSuccess: ({ data }) => {
      write('')
      setKey(crypto.randomUUID())
      onCreated(data)
    },
  })
  const send = () => {
    if (text.trim() && !create.isPending) create.mutate()
  }
  return (
    <form
      className="mt-3 flex items-end gap-2.5"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Avatar person={hidden ? { id: null, name: 'Anonymous', avatar_url: null } : me} size={32} />
      <MentionField
        rows={1}
        value={text}
        onWrite={write}
        onPick={(person) => setPicked((before) => [...before, person])}
        maxLength={2000}
        aria-label={label}
        placeholder={label}
        autoFocus={parent !== null}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          send()
        }}
        className="field-sizing-content max-h-40 min-h-11 w-full resize-none rounded-control bg-sunken px-3.5 py-2.5 text-body desk:text-base"
      />
      <IconButton type="submit" label="Send" disabled={!text.trim() || create.isPending} className="text-brand">
        <SendHorizontal size={20} strokeWidth={1.75} />
      </IconButton>
    </form>
  )
}
