import { useQueryClient } from '@tanstack/react-query'
import { SendHorizontal, StickyNote } from 'lucide'
import { useRef, useState } from 'react'
import { maxNoteLength } from '../../../shared/note-choices.ts'
import { authorshipNote } from '../../../shared/web/anonymity-note.ts'
import { invalidate } from '../../../shared/web/api.ts'
import { useDraft } from '../../../shared/web/draft.ts'
import { formatFailedPost } from '../../../shared/web/failed-post.tsx'
import { submitItem } from '../../../shared/web/outbox.ts'
import { callStored } from '../../../shared/web/stored-call.ts'
import { useSubmit } from '../../../shared/web/submit.ts'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Checkbox } from '../../../shared/web/ui/Checkbox.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { replyFieldClassName } from '../../../shared/web/ui/field-classes.ts'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { CrisisCard } from '../../people/web/CrisisCard.tsx'
import { MentionField } from '../../people/web/MentionField.tsx'
import { type Named, stillNamed } from '../../people/web/mention.ts'
import { NamingQuestion } from '../../people/web/NamingQuestion.tsx'
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
  const [note, setNote] = useDraft(`${draft} note`)
  const [isNoteOpen, setIsNoteOpen] = useState(note !== '')
  const [picked, setPicked] = useState<readonly Named[]>([])
  const [isSigned, setIsSigned] = useState(false)
  const isAnonymous = canHideAuthor && !isSigned
  const author = isAnonymous ? anonymous : me
  const form = useRef<HTMLFormElement>(null)
  const create = useSubmit({
    form: draft,
    drafts: [draft, `${draft} note`],
    send: (keyFor, isConfirmed: boolean) => {
      const words = { content: text, mentions: stillNamed(text, picked), ...(note.trim() && { note }) }
      const key = keyFor({ ...words, author_id: author.id, isConfirmed })
      const request = discussion.toComment({ ...words, parentId: parent?.id, isAnonymous, isConfirmed })
      // What is written below an own anonymous post is never stored: it would name its author.
      if (canHideAuthor) return callStored(request, key)
      return submitItem({
        key,
        target: `comments ${post.id}`,
        title: parent ? label : `Comment on ${post.author.name}’s post`,
        text,
        link: discussion.link,
        drafts: [{ name: draft, value: text }, ...(note ? [{ name: `${draft} note`, value: note }] : [])],
        call: request,
        refresh: [`GET ${commentsKey[0]}`],
      })
    },
    onSuccess: async ({ data }, { hasEarlierAttempt }) => {
      addComment(client, discussion, data)
      if (!hasEarlierAttempt) return
      await invalidate(client, commentsKey)
      await reloadCounts(client, discussion)
    },
    onDraftsSent: () => setIsNoteOpen(false),
    onError: (error) => toasts && toast.failure(error, toasts.comment),
    ...(onDone ? { onDone, onKept: onDone } : {}),
  })
  const failed = toasts ? undefined : formatFailedPost(create.error)
  const submit = () => {
    if (text.trim()) create.submit(false)
  }
  const focusField = () => form.current?.querySelector('textarea')?.focus()
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
        <Starters
          onChoose={(starter) => {
            setText(starter)
            focusField()
          }}
        />
      )}
      <span className="max-phone:hidden">
        <Avatar person={author} size={32} />
      </span>
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
      <IconButton
        label="Add a note"
        aria-expanded={isNoteOpen}
        onClick={() => setIsNoteOpen(!isNoteOpen || note !== '')}
        className="-mr-2.5"
      >
        <Icon icon={StickyNote} size={18} />
      </IconButton>
      <IconButton type="submit" label="Send" disabled={!text.trim() || create.isPending} className="text-brand">
        <Icon icon={SendHorizontal} />
      </IconButton>
      {isNoteOpen && (
        <Field
          label="Note"
          value={note}
          maxLength={maxNoteLength}
          onChange={setNote}
          placeholder="food, exams, violence…"
          hint="Readers see the note first, and choose whether to read on."
          autoFocus={note === ''}
          className="w-full pt-3 pb-2 phone:pl-10.5"
        />
      )}
      <CrisisCard
        text={text}
        className="w-full"
        onPost={
          create.isPending
            ? undefined
            : () => {
                submit()
                focusField()
              }
        }
        onSave={() => {
          focusField()
          void toast.success('Draft saved')
        }}
      />
      {failed && (
        <p role="alert" className="w-full phone:pl-10.5 text-small font-medium text-danger">
          {failed}
        </p>
      )}
      {canHideAuthor && (
        <NamingQuestion error={create.error} isPending={create.isPending} onConfirm={() => create.submit(true)} />
      )}
      {canHideAuthor && (
        <Checkbox
          label={`Comment as ${me.name}`}
          checked={isSigned}
          onChange={setIsSigned}
          className="w-full gap-2.5! phone:pl-10.5 text-small text-soft"
        />
      )}
      {isAnonymous && me.unmaskable_days && (
        <p className="w-full phone:pl-10.5 text-small text-soft">{authorshipNote(me.unmaskable_days).trim()}</p>
      )}
    </form>
  )
}

const Starters = ({ onChoose }: { onChoose: (text: string) => void }) => (
  <fieldset className="mb-2 flex w-full flex-wrap gap-2">
    <legend className="sr-only">Start with</legend>
    {starters.map((starter) => (
      <button
        key={starter}
        type="button"
        onClick={() => onChoose(starter)}
        className="min-h-11 rounded-full border border-line px-4 font-medium text-soft hover:bg-sunken desk:min-h-9"
      >
        {starter}
      </button>
    ))}
  </fieldset>
)
