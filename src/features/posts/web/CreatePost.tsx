import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { firstName } from '../../../shared/names.ts'
import { announce } from '../../../shared/web/announce.ts'
import { anonymityNote, authorshipNote } from '../../../shared/web/anonymity-note.ts'
import { call, invalidate } from '../../../shared/web/api.ts'
import { useDraft } from '../../../shared/web/draft.ts'
import { formatFailedPost } from '../../../shared/web/failed-post.tsx'
import { submitItem } from '../../../shared/web/outbox.ts'
import type { StoredFile } from '../../../shared/web/outbox-item.ts'
import { storeCall } from '../../../shared/web/stored-call.ts'
import { useSubmit } from '../../../shared/web/submit.ts'
import { Checkbox } from '../../../shared/web/ui/Checkbox.tsx'
import { NoteFields } from '../../discussions/web/NoteFields.tsx'
import type { PickedFile } from '../../media/web/uploads.ts'
import { useMediaPicker } from '../../media/web/useMediaPicker.ts'
import { peopleApi } from '../../people/contract.gen.ts'
import { CrisisCard } from '../../people/web/CrisisCard.tsx'
import { MentionField } from '../../people/web/MentionField.tsx'
import { type Named, stillNamed } from '../../people/web/mention.ts'
import { NamingQuestion } from '../../people/web/NamingQuestion.tsx'
import { useMe } from '../../session/web/auth.tsx'
import { postsApi } from '../contract.gen.ts'
import { PostComposer } from './PostComposer.tsx'
import { addPost } from './queries.ts'

const anonymous = { id: null, name: 'Anonymous', avatar_url: null }
/** The night lasts from midnight until then. */
const morningHour = 5

const toStoredFile = ({ name, file, url }: PickedFile): StoredFile => ({
  ...{ name, purpose: 'post' },
  ...(file ? { file } : {}),
  ...(url ? { url, uploaded_at: Date.now() } : {}),
})

/**
 * The composer. The draft stays until it is posted, also after a failure, which shows no toast. Files are uploaded
 * while the user types; posting waits for them.
 */
export default function CreatePost({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [text, setText] = useDraft('post')
  const [picked, setPicked] = useState<readonly Named[]>([])
  const [anonymity, setAnonymity] = useDraft('post anonymously') // kept with the draft: reopening must not turn an anonymous text into a named one
  const isAnonymous = anonymity !== ''
  const [note, setNote] = useDraft('post note')
  const [sensitivity, setSensitivity] = useDraft('post sensitive')
  const me = useMe()
  const [isLate] = useState(() => new Date().getHours() < morningHour)
  const create = useSubmit({
    form: 'post',
    drafts: ['post', 'post anonymously', 'post note', 'post sensitive'],
    send: async (keyFor, isConfirmed: boolean) => {
      const write = (media_urls: string[]) => ({
        ...{ content: text, is_anonymous: isAnonymous, media_urls },
        mentions: stillNamed(text, picked),
        ...(note.trim() && { note }),
        ...(sensitivity && { sensitive: true }),
        ...(isConfirmed && { confirmed: true }),
      })
      if (isAnonymous) {
        const body = write(await picker.uploads.finished()) // never stored: it would name its author
        return call(postsApi.create, { body, idempotencyKey: keyFor(body) })
      }
      const files = (await picker.uploads.settled()).map(toStoredFile)
      const body = write(files.flatMap(({ url }) => url ?? []))
      return submitItem({
        key: keyFor({ ...body, files: files.map(({ name }) => name) }),
        target: 'posts',
        title: 'Post',
        text,
        link: '/dashboard',
        call: storeCall(postsApi.create, { body }),
        refresh: [postsApi.create, postsApi.activity],
        ...(files.length > 0
          ? { files, filesField: { name: 'media_urls', isList: true } }
          : { drafts: [{ name: 'post', value: text }] }),
      })
    },
    onSuccess: ({ data }, { hasEarlierAttempt }) => {
      addPost(client, data)
      if (hasEarlierAttempt) void invalidate(client, postsApi)
      void invalidate(client, postsApi.activity, peopleApi.stats)
    },
    onDraftsSent: () => picker.uploads.clear(),
    onKept: onClose,
    onDone: () => {
      onClose()
      announce('Posted')
    },
  })
  const picker = useMediaPicker(create.isPending)

  return (
    <PostComposer
      title="Create Post"
      author={isAnonymous ? anonymous : me}
      text={text}
      picker={picker}
      note={
        isAnonymous &&
        `No one will see your name, and others will see the post within two minutes. ${
          me.anonymity_mode === 'one'
            ? 'Moderators can look up your name if the post is reported.'
            : anonymityNote(me.anonymity_mode, me.school)
        }${authorshipNote(me.unmaskable_days)}`
      }
      option={
        <Checkbox
          label="Post anonymously"
          checked={isAnonymous}
          onChange={(next) => setAnonymity(next ? 'yes' : '')}
          className="gap-2.5! text-small"
        />
      }
      problem={formatFailedPost(create.error)}
      isPending={create.isPending}
      pendingLabel="Posting..."
      submitLabel="Post"
      onSubmit={() => create.submit(false)}
      onClose={onClose}
    >
      {(field) => (
        <>
          <MentionField
            {...field}
            value={text}
            onWrite={setText}
            onPick={(person) => setPicked((before) => [...before, person])}
            placeholder={isLate ? `Still up, ${firstName(me.name)}?` : 'What’s on your mind?'}
          />
          <NoteFields
            note={note}
            isSensitive={sensitivity !== ''}
            onNote={setNote}
            onSensitive={(next) => setSensitivity(next ? 'yes' : '')}
          />
          <CrisisCard
            text={text}
            onPost={text.trim() && !create.isPending ? () => create.submit(false) : undefined}
            onSave={onClose}
          />
          <NamingQuestion error={create.error} isPending={create.isPending} onConfirm={() => create.submit(true)} />
        </>
      )}
    </PostComposer>
  )
}
