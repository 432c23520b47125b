import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { useStoredState } from '../../../shared/web/draft-state.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Choice } from '../../../shared/web/ui/Choice.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { TagsField } from '../../../shared/web/ui/TagsField.tsx'
import { groupLimits } from '../../groups/contract.gen.ts'
import { PicturesField } from '../../media/web/PicturesField.tsx'
import { CrisisCard } from '../../people/web/CrisisCard.tsx'
import { groupPostsApi } from '../contract.gen.ts'
import { type GroupPost, groupPostLimits, groupPosts } from '../contract.ts'
import { picturesLabel, visibilities } from './labels.ts'
import { patchGroupPost } from './queries.ts'

/** Edits text and visibility of a post. Poll options cannot change, since users may have voted for them. */
export default function EditGroupPost({ post, onClose }: { post: GroupPost; onClose: () => void }) {
  const client = useQueryClient()
  const name = `edit ${post.id}`
  const [pictures, setPictures, dropPictures] = useStoredState(`${name} pictures`, post.media)
  const { form, field, choice, values, submit, isError, isPending } = useContractForm({
    name,
    initial: () => ({ content: post.content, visibility: post.visibility, tags: post.tags as readonly string[] }),
    schema: groupPosts.update.body,
    toBody: (values) => ({ ...values, images: pictures.map(({ url }) => url) }),
    send: (body) => call(groupPostsApi.update, { params: { gid: post.group_id, pid: post.id }, body }),
    onSuccess: ({ data }) => patchGroupPost(client, post.id, () => data),
    onDraftsSent: dropPictures,
    onDone: onClose,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      layout="form"
      title="Edit post"
      problem={isError && 'We couldn’t save your post. Try again.'}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            form={form.id}
            disabled={!values.content.trim()}
            pendingLabel={isPending && 'Saving...'}
          >
            Save changes
          </Button>
        </>
      }
    >
      <form {...form} className="space-y-4 pt-1">
        <Field label="Content" multiline {...field('content')} />
        <CrisisCard
          text={values.content === post.content ? '' : values.content}
          onPost={values.content.trim() && !isPending ? submit : undefined}
          onSave={onClose}
        />
        <Choice label="Who can see this?" options={visibilities} {...choice('visibility')} />
        <PicturesField
          label={picturesLabel}
          purpose="group_post"
          max={Math.max(groupPostLimits.pictures, post.media.length)}
          pictures={pictures}
          onChange={setPictures}
          failure="Failed to upload post images"
        />
        <TagsField limits={groupLimits} {...choice('tags')} />
      </form>
    </Dialog>
  )
}
