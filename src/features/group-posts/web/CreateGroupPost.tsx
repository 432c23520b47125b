import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '../../../shared/web/api.ts'
import { useDraft, useSessionState } from '../../../shared/web/draft.ts'
import { useSubmit } from '../../../shared/web/submit.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Checkbox } from '../../../shared/web/ui/Checkbox.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { fieldClassName } from '../../../shared/web/ui/field-classes.ts'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import type { Group } from '../../groups/contract.ts'
import { TagsField } from '../../groups/web/TagsField.tsx'
import type { Media } from '../../media/contract.ts'
import { PicturesField } from '../../media/web/PicturesField.tsx'
import { MentionField } from '../../people/web/MentionField.tsx'
import { type Named, stillNamed } from '../../people/web/mention.ts'
import { groupPostsApi } from '../contract.gen.ts'
import type { GroupPostType, Visibility } from '../contract.ts'
import { postTypes, visibilities } from './labels.ts'
import { PollFields } from './PollFields.tsx'
import { invalidateGroupPosts } from './queries.ts'

const maxPictures = 6

/** The composer of a group. The draft stays until it is posted. */
export default function CreateGroupPost({ group, onClose }: { group: Group; onClose: () => void }) {
  const client = useQueryClient()
  const [content, setContent] = useDraft(`post in ${group.id}`)
  const [draft, setDraft] = useDraft(`poll in ${group.id}`)
  const [options, setOptions] = useState<readonly string[]>(() => (draft ? JSON.parse(draft) : ['', '']))
  const [type, setType] = useState<GroupPostType>(draft ? 'poll' : 'text')
  const [visibility, setVisibility] = useState<Visibility>('group')
  const [pictures, setPictures, dropPictures] = useSessionState<Media[]>(`post in ${group.id}`, [])
  const [tags, setTags] = useState<readonly string[]>([])
  const [isPinned, setIsPinned] = useState(false)
  const [picked, setPicked] = useState<readonly Named[]>([])
  const field = useId()
  const [problem, setProblem] = useState<{ content?: string; poll?: string }>({})
  const filled = options.map((option) => option.trim()).filter(Boolean)
  const isAdmin = group.user_role === 'admin'

  const create = useSubmit({
    form: `post in ${group.id}`,
    drafts: [`post in ${group.id}`, `poll in ${group.id}`],
    send: (keyFor) => {
      const params = { gid: group.id }
      const body = {
        content,
        mentions: stillNamed(content, picked),
        type,
        visibility,
        images: pictures.map(({ url }) => url),
        tags: [...tags],
        ...(type === 'poll' ? { poll_options: filled } : {}),
        ...(isPinned ? { is_pinned: true } : {}),
      }
      return call(groupPostsApi.create, {
        params,
        body,
        idempotencyKey: keyFor(body),
      })
    },
    onSuccess: async () => {
      toast.success('Post created successfully!')
      await invalidateGroupPosts(client, group.id)
    },
    onDraftsSent: dropPictures,
    onDone: onClose,
    onError: () => toast.error('Failed to create post'),
  })
  const submit = () => {
    const found = {
      ...(content.trim() ? {} : { content: 'Post content is required' }),
      ...(type === 'poll' && filled.length < 2 ? { poll: 'Poll must have at least 2 options' } : {}),
    }
    setProblem(found)
    for (const text of Object.values(found)) toast.error(text)
    if (Object.keys(found).length === 0) create.submit()
  }
  const changeOptions = (next: readonly string[]) => {
    setOptions(next)
    setDraft(next.some(Boolean) ? JSON.stringify(next) : '')
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Create Post"
      description={group.name}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" pendingLabel={create.isPending && 'Posting...'} onClick={submit}>
            Post
          </Button>
        </>
      }
    >
      <div className="space-y-4 pt-1">
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label="Type"
            value={type}
            options={postTypes.filter(([value]) => isAdmin || value !== 'announcement')}
            onChange={setType}
          />
          <Select label="Who can see this?" value={visibility} options={visibilities} onChange={setVisibility} />
        </div>
        <div>
          <label htmlFor={`${field}-text`} className="mb-1 block font-medium">
            {type === 'poll' ? 'Question' : 'Content'}
          </label>
          <MentionField
            id={`${field}-text`}
            rows={3}
            maxLength={5000}
            value={content}
            onWrite={setContent}
            onPick={(person) => setPicked((before) => [...before, person])}
            aria-invalid={problem.content ? true : undefined}
            aria-describedby={problem.content ? `${field}-problem` : undefined}
            className={`${fieldClassName} field-sizing-content min-h-20 resize-none py-2.5`}
          />
          {problem.content && (
            <p id={`${field}-problem`} role="alert" className="mt-1 text-small font-medium text-danger">
              {problem.content}
            </p>
          )}
        </div>
        {type === 'poll' && <PollFields options={options} onChange={changeOptions} error={problem.poll} />}
        <PicturesField
          label="Images (up to 6 images, 5 MB each)"
          purpose="group_post"
          max={maxPictures}
          pictures={pictures}
          onChange={setPictures}
          failure="Failed to upload post images"
        />
        <TagsField tags={tags} onChange={setTags} />
        {isAdmin && <Checkbox label="Pin to top" checked={isPinned} onChange={setIsPinned} />}
      </div>
    </Dialog>
  )
}
