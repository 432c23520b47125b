import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { firstName } from '../../../shared/names.ts'
import { announce } from '../../../shared/web/announce.ts'
import { anonymityNote } from '../../../shared/web/anonymity-note.ts'
import { call, invalidate } from '../../../shared/web/api.ts'
import { useDraft } from '../../../shared/web/draft.ts'
import { formatFailedPost } from '../../../shared/web/failed-post.tsx'
import { useSubmit } from '../../../shared/web/submit.ts'
import { Checkbox } from '../../../shared/web/ui/Checkbox.tsx'
import { useMediaPicker } from '../../media/web/useMediaPicker.ts'
import { peopleApi } from '../../people/contract.gen.ts'
import { MentionField } from '../../people/web/MentionField.tsx'
import { type Named, stillNamed } from '../../people/web/mention.ts'
import { useMe } from '../../session/web/auth.tsx'
import { postsApi } from '../contract.gen.ts'
import { PostComposer } from './PostComposer.tsx'
import { addPost } from './queries.ts'

const anonymous = { id: null, name: 'Anonymous', avatar_url: null }
/** The night lasts from midnight until then. */
const morningHour = 5

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
  const me = useMe()
  const [isLate] = useState(() => new Date().getHours() < morningHour)
  const create = useSubmit({
    form: 'post',
    drafts: ['post', 'post anonymously'],
    send: async (keyFor) => {
      const media_urls = await picker.uploads.finished()
      const body = { content: text, is_anonymous: isAnonymous, media_urls, mentions: stillNamed(text, picked) }
      return call(postsApi.create, { body, idempotencyKey: keyFor(body) })
    },
    onSuccess: ({ data }, { hasEarlierAttempt }) => {
      addPost(client, data)
      if (hasEarlierAttempt) void invalidate(client, postsApi)
      void invalidate(client, postsApi.activity, peopleApi.stats)
    },
    onDraftsSent: () => picker.uploads.clear(),
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
        }`
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
      onSubmit={() => create.submit()}
      onClose={onClose}
    >
      {(field) => (
        <MentionField
          {...field}
          value={text}
          onWrite={setText}
          onPick={(person) => setPicked((before) => [...before, person])}
          placeholder={isLate ? `Still up, ${firstName(me.name)}?` : 'What’s on your mind?'}
        />
      )}
    </PostComposer>
  )
}
