import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../shared/web/api.ts'
import { useDraftFields } from '../../../shared/web/draft.ts'
import { useSubmit } from '../../../shared/web/submit.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { TagsField } from '../../groups/web/TagsField.tsx'
import { PicturesField } from '../../media/web/PicturesField.tsx'
import { groupPostsApi } from '../contract.gen.ts'
import type { GroupPost } from '../contract.ts'
import { visibilities } from './labels.ts'
import { patchGroupPost } from './queries.ts'

/** Edits text and visibility of a post. Poll options cannot change, since users may have voted for them. */
export default function EditGroupPost({ post, onClose }: { post: GroupPost; onClose: () => void }) {
  const client = useQueryClient()
  const draft = `edit ${post.id}`
  const { fields, setFields } = useDraftFields(draft, () => ({ content: post.content }))
  const { content } = fields
  const [visibility, setVisibility] = useState(post.visibility)
  const [pictures, setPictures] = useState(post.media)
  const [tags, setTags] = useState(post.tags)
  const save = useSubmit({
    form: draft,
    drafts: [draft],
    send: () =>
      call(groupPostsApi.update, {
        params: { gid: post.group_id, pid: post.id },
        body: { content, visibility, tags, images: pictures.map(({ url }) => url) },
      }),
    onSuccess: ({ data }) => patchGroupPost(client, post.id, () => data),
    onDone: onClose,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Edit post"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={!content.trim()}
            pendingLabel={save.isPending && 'Saving...'}
            onClick={() => save.submit()}
          >
            Save changes
          </Button>
        </>
      }
    >
      <div className="space-y-4 pt-1">
        <Field
          label="Content"
          multiline
          maxLength={5000}
          value={content}
          onChange={(text) => setFields({ content: text })}
          error={save.isError ? 'We couldn’t save your post. Try again.' : undefined}
        />
        <Select label="Who can see this?" value={visibility} options={visibilities} onChange={setVisibility} />
        <PicturesField
          label="Images (up to 6 images, 5 MB each)"
          purpose="group_post"
          max={Math.max(6, post.media.length)}
          pictures={pictures}
          onChange={setPictures}
          failure="Failed to upload post images"
        />
        <TagsField tags={tags} onChange={setTags} />
      </div>
    </Dialog>
  )
}
