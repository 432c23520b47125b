import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { firstName } from '../../../shared/names.ts'
import { announce } from '../../../shared/web/announce.ts'
import { anonymityNote } from '../../../shared/web/anonymity-note.ts'
import { call, invalidate } from '../../../shared/web/api.ts'
import { useDraft } from '../../../shared/web/draft.ts'
import { formatFailedPost } from '../../../shared/web/failed-post.tsx'
import { useSubmit } from '../../../shared/web/submit.ts'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Checkbox } from '../../../shared/web/ui/Checkbox.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { bigTextClassName } from '../../../shared/web/ui/field-classes.ts'
import { TextCounter } from '../../../shared/web/ui/TextCounter.tsx'
import { MediaButtons } from '../../media/web/MediaButtons.tsx'
import { MediaPicker } from '../../media/web/MediaPicker.tsx'
import { useMediaPicker } from '../../media/web/useMediaPicker.ts'
import { peopleApi } from '../../people/contract.gen.ts'
import { MentionField } from '../../people/web/MentionField.tsx'
import { type Named, stillNamed } from '../../people/web/mention.ts'
import { useMe } from '../../session/web/auth.tsx'
import { longPost, postLimits, postsApi } from '../contract.gen.ts'
import { addPost } from './queries.ts'

const anonymous = { id: null, name: 'Anonymous', avatar_url: null }
/** Lengths from which the counter is orange and red. */
const [orangeLength, redLength] = [1500, 1800]
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
  const counter = useId()
  const me = useMe()
  const [isLate] = useState(() => new Date().getHours() < morningHour)
  const length = [...text.trim()].length
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
  const fits = length > 0 && length <= postLimits.characters && !picker.hasFailed

  return (
    <Dialog
      open
      onClose={onClose}
      layout="form"
      title="Create Post"
      area={picker.area}
      problem={length > postLimits.characters ? longPost : formatFailedPost(create.error)}
      actions={
        <>
          <div className="mr-auto flex items-center gap-1">
            <MediaButtons picker={picker} disabled={create.isPending} />
            <Checkbox
              label="Post anonymously"
              checked={isAnonymous}
              onChange={(next) => setAnonymity(next ? 'yes' : '')}
              className="gap-2.5! text-small"
            />
          </div>
          <div className="ml-auto flex items-center gap-3">
            <TextCounter
              id={counter}
              length={length}
              max={postLimits.characters}
              warnAbove={orangeLength}
              alertAbove={redLength}
              spaced
            />
            <Button
              variant="primary"
              disabled={!fits}
              pendingLabel={create.isPending && (picker.isRunning ? 'Uploading...' : 'Posting...')}
              onClick={() => create.submit()}
            >
              Post
            </Button>
          </div>
        </>
      }
    >
      <div className="flex items-center gap-3 pb-1">
        <Avatar person={isAnonymous ? anonymous : me} />
        <div className="min-w-0">
          <p className="truncate font-semibold">{isAnonymous ? anonymous.name : me.name}</p>
          <p className="truncate text-small text-soft">{me.school}</p>
        </div>
      </div>
      <div aria-live="polite">
        {isAnonymous && (
          <p className="py-2 text-small text-soft">
            No one will see your name, and others will see the post within two minutes.{' '}
            {me.anonymity_mode === 'one'
              ? 'Moderators can look up your name if the post is reported.'
              : anonymityNote(me.anonymity_mode, me.school)}
          </p>
        )}
        {length === 0 && picker.picks.length > 0 && (
          <p className="py-2 text-small text-soft">Please write something to post</p>
        )}
      </div>
      <MentionField
        autoFocus
        value={text}
        onWrite={setText}
        onPick={(person) => setPicked((before) => [...before, person])}
        readOnly={create.isPending}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && fits) create.submit()
        }}
        aria-label="Your post"
        aria-describedby={counter}
        aria-invalid={length > postLimits.characters}
        placeholder={isLate ? `Still up, ${firstName(me.name)}?` : 'What’s on your mind?'}
        className={`${bigTextClassName} min-h-24 sm:min-h-36`}
      />
      <MediaPicker picker={picker} disabled={create.isPending} />
    </Dialog>
  )
}
