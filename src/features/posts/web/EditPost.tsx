import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { userMessage } from '../../../shared/web/data/errors.ts'
import { isNamingError } from '../../../shared/web/failed-post.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { patchPost } from '../../discussions/web/cache.ts'
import { useEditedFiles, useMediaPicker } from '../../media/web/useMediaPicker.ts'
import { CrisisCard } from '../../people/web/CrisisCard.tsx'
import { NamingQuestion } from '../../people/web/NamingQuestion.tsx'
import { postsApi } from '../contract.gen.ts'
import { type Post, posts } from '../contract.ts'
import { toFeedDiscussion } from './discussion.ts'
import { PostComposer } from './PostComposer.tsx'

/** Edits text and files of a post. Its author stays as it is: an anonymous post stays anonymous. */
export default function EditPost({ post, onClose }: { post: Post; onClose: () => void }) {
  const client = useQueryClient()
  const name = `edit ${post.id}`
  const uploads = useEditedFiles(`${name} files`, post.media_urls)
  const isConfirmed = useRef(false)
  const { values, change, submit, isPending, isChanged, error } = useContractForm({
    name,
    initial: () => ({ content: post.content }),
    schema: posts.update.body,
    toBody: (fields) => ({ ...fields, ...(isConfirmed.current && { confirmed: true }) }),
    async prepare(body) {
      const media_urls = await uploads.finished()
      return isSame(media_urls, post.media_urls) ? body : { ...body, media_urls }
    },
    send: (body) => call(postsApi.update, { params: { id: post.id }, body }),
    onSuccess({ data }) {
      patchPost(client, toFeedDiscussion(post), () => data)
      void toast.success('Post updated')
    },
    onDraftsSent: uploads.clear,
    onDone: onClose,
  })
  const picker = useMediaPicker(isPending, uploads)
  const confirm = () => {
    isConfirmed.current = true
    submit()
    isConfirmed.current = false
  }
  const kept = picker.picks.map(({ url }) => url ?? '')
  return (
    <PostComposer
      title="Edit post"
      author={post.author}
      text={values.content}
      picker={picker}
      note={post.is_anonymous && 'No one will see your name. Others will see the change within two minutes.'}
      problem={error && !isNamingError(error) && userMessage(error, 'Failed to update post', { statuses: 'all' })}
      isPending={isPending}
      pendingLabel="Saving..."
      submitLabel="Save changes"
      isUnchanged={!isChanged && isSame(kept, post.media_urls)}
      onSubmit={submit}
      onClose={onClose}
    >
      {(field) => (
        <>
          <textarea
            {...field}
            dir="auto"
            value={values.content}
            onChange={(event) => change({ content: event.target.value })}
          />
          <CrisisCard
            text={values.content === post.content ? '' : values.content}
            onPost={values.content.trim() && !isPending ? submit : undefined}
            onSave={onClose}
          />
          <NamingQuestion error={error} isPending={isPending} onConfirm={confirm} />
        </>
      )}
    </PostComposer>
  )
}

const isSame = (some: readonly string[], others: readonly string[]) => some.join() === others.join()
