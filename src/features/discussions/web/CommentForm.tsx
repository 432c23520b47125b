import { useQueryClient } from '@tanstack/react-query'
import { SendHorizontal } from 'lucide-react'
import { useRef, useState } from 'react'
import { invalidate } from '../../../shared/web/api.ts'
import { useDraft } from '../../../shared/web/draft.ts'
import { formatFailedPost } from '../../../shared/web/failed-post.tsx'
import { useSubmit } from '../../../shared/web/submit.ts'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Checkbox } from '../../../shared/web/ui/Checkbox.tsx'
import { replyFieldClassName } from '../../../shared/web/ui/field-classes.ts'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { MentionField } from '../../people/web/MentionField.tsx'
import { type Named, stillNamed } from '../../people/web/mention.ts'
import { useMe } from '../../session/web/auth.tsx'
import { commentLimits } from '../contract.gen.ts'
import { reloadCounts } from './cache.ts'
import { addComment } from './comment-cache.ts'
import type { CardComment, Discussion } from './discussion.ts'

/** Texts for the first comment, which can be edited before they are sent. */
const starters = ['Same here', 'Tell me more', 'Good luck']

const anonymous = { id: null, name: 'Anonymous', avatar_url: null }

type Props = {
  discussion: Discussion
  /** The comment that is answered. */
  parent?: CardComment
  className?: string
  /** Runs only while the form is still open. */
  onDone?: () => void
}

/** A one-line form: Enter sends, Shift+Enter inserts a line break. The text stays until it has been sent. */
export function CommentForm({ discussion, parent, className = '', onDone }: Props) {
  const { post, canHideAuthor, commentsKey, toasts } = discussion
  const client = useQueryClient()
  const me = useMe()
  const draft = `comment ${parent?.id ?? post.id}`
  const label = parent ? `Reply to ${parent.author.name}` : 'Write a comment'
  const [text, setText] = useDraft(draft)
  const [picked, setPicked] = useState<readonly Named[]>([])
  const [isSigned, setIsSigned] = useState(false)
  const isAnonymous = canHideAuthor && !isSigned
  const author = isAnonymous ? anonymous : me
  const form = useRef<HTMLFormElement>(null)
  const create = useSubmit({
    form: draft,
    drafts: [draft],
    send: (keyFor) => {
      const words = { content: text, mentions: stillNamed(text, picked) }
      const key = keyFor({ ...words, author_id: author.id })
      return discussion.createComment({ ...words, parentId: parent?.id, isAnonymous }, key)
    },
    onSuccess: async ({ data }, { hasEarlierAttempt }) => {
      addComment(client, discussion, data)
      if (!hasEarlierAttempt) return
      await invalidate(client, commentsKey)
      await reloadCounts(client, discussion)
    },
    onError: (error) => toasts && toast.failure(error, toasts.comment),
    ...(onDone ? { onDone } : {}),
  })
  const failed = toasts ? undefined : formatFailedPost(create.error)
  const submit = () => {
    if (text.trim()) create.submit()
  }
  return (
    <form
      ref={form}
      className={`flex flex-wrap items-end gap-x-2.5 ${className}`}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {!parent && post.comment_count === 0 && !text && (
        <fieldset className="mb-2 flex w-full flex-wrap gap-2">
          <legend className="sr-only">Start with</legend>
          {starters.map((starter) => (
            <button
              key={starter}
              type="button"
              onClick={() => {
                setText(starter)
                form.current?.querySelector('textarea')?.focus()
              }}
              className="min-h-11 rounded-full border border-line px-4 font-medium text-soft hover:bg-sunken desk:min-h-9"
            >
              {starter}
            </button>
          ))}
        </fieldset>
      )}
      <Avatar person={author} size={32} />
      <MentionField
        rows={1}
        value={text}
        onWrite={setText}
        onPick={(person) => setPicked((before) => [...before, person])}
        maxLength={commentLimits.characters}
        aria-label={label}
        placeholder={label}
        autoFocus={parent !== undefined}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          submit()
        }}
        className={`${replyFieldClassName} w-full`}
      />
      <IconButton type="submit" label="Send" disabled={!text.trim() || create.isPending} className="text-brand">
        <Icon icon={SendHorizontal} />
      </IconButton>
      {failed && (
        <p role="alert" className="w-full pl-10.5 text-small font-medium text-danger">
          {failed}
        </p>
      )}
      {canHideAuthor && (
        <Checkbox
          label={`Comment as ${me.name}`}
          checked={isSigned}
          onChange={setIsSigned}
          className="w-full gap-2.5! pl-10.5 text-small text-soft"
        />
      )}
    </form>
  )
}
