import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { plural } from '../../../shared/plural.ts'
import { call } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { useStoredState } from '../../../shared/web/draft-state.ts'
import { BigLineFrame } from '../../../shared/web/ui/BigLine.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Checkbox } from '../../../shared/web/ui/Checkbox.tsx'
import { Choice } from '../../../shared/web/ui/Choice.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { MoreOptions } from '../../../shared/web/ui/MoreOptions.tsx'
import { TagsField } from '../../../shared/web/ui/TagsField.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { createDialogState } from '../../../shared/web/url-state.ts'
import { NoteFields } from '../../discussions/web/NoteFields.tsx'
import { groupLimits } from '../../groups/contract.gen.ts'
import type { Group } from '../../groups/contract.ts'
import type { Media } from '../../media/contract.ts'
import { PicturesField } from '../../media/web/PicturesField.tsx'
import { CrisisCard } from '../../people/web/CrisisCard.tsx'
import { MentionField } from '../../people/web/MentionField.tsx'
import { type Named, stillNamed } from '../../people/web/mention.ts'
import { groupPostsApi } from '../contract.gen.ts'
import { GroupPostInput, type GroupPostType, groupPostLimits, type Visibility } from '../contract.ts'
import { picturesLabel, postTypes, visibilities } from './labels.ts'
import { PollFields } from './PollFields.tsx'
import { invalidateGroupPosts } from './queries.ts'

const toFormValues = () => ({
  content: '',
  type: 'text' as GroupPostType,
  visibility: 'group' as Visibility,
  options: ['', ''] as readonly string[],
  tags: [] as readonly string[],
  isPinned: false,
  note: '',
  sensitive: false,
})

const placeholders: Readonly<Partial<Record<GroupPostType, string>>> = {
  poll: 'What would you like to know?',
  resource: 'Paste a link, and say what it is good for',
}

/** The composer of a group. The draft stays until it is posted. */
export default function CreateGroupPost({ group, onClose }: { group: Group; onClose: () => void }) {
  const client = useQueryClient()
  const name = `post in ${group.id}`
  const [pictures, setPictures, dropPictures] = useStoredState<Media[]>(`${name} pictures`, [])
  const [picked, setPicked] = useState<readonly Named[]>([])
  const isAdmin = group.user_role === 'admin'
  const { form, field, choice, values, change, errors, submit, isPending } = useContractForm({
    name,
    initial: toFormValues,
    schema: GroupPostInput,
    fieldNames: { poll_options: 'options', is_pinned: 'isPinned' },
    toBody: ({ options, isPinned, note, sensitive, ...values }) => ({
      ...values,
      ...(note.trim() && { note }),
      ...(sensitive && { sensitive }),
      mentions: stillNamed(values.content, picked),
      images: pictures.map(({ url }) => url),
      ...(values.type === 'poll' ? { poll_options: options.map((option) => option.trim()).filter(Boolean) } : {}),
      ...(isPinned ? { is_pinned: true } : {}),
    }),
    check: ({ type }) =>
      type === 'image' && pictures.length === 0 ? { type: 'Add an image, or choose another type' } : {},
    send: (body, idempotencyKey) => call(groupPostsApi.create, { params: { gid: group.id }, body, idempotencyKey }),
    onSuccess: async () => {
      toast.success('Post created successfully!')
      await invalidateGroupPosts(client, group.id)
    },
    onDraftsSent: dropPictures,
    onDone: onClose,
    onError: (error) => toast.failure(error, 'Failed to create post'),
  })
  const content = field('content')

  return (
    <Dialog
      open
      onClose={onClose}
      layout="form"
      title="Create Post"
      result={`Post to ${group.name}`}
      actions={
        <>
          <Button className="max-sm:hidden" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form={form.id} pendingLabel={isPending && 'Posting...'}>
            Post
          </Button>
        </>
      }
    >
      <form {...form} className="space-y-4">
        <BigLineFrame
          label={values.type === 'poll' ? 'Question' : 'Content'}
          placeholder={placeholders[values.type] ?? `What’s new in ${group.name}?`}
          error={content.error}
        >
          {(line) => (
            <MentionField
              {...line}
              rows={2}
              maxLength={content.maxLength}
              required={content.required}
              value={content.value}
              onWrite={content.onChange}
              onPick={(person) => setPicked((before) => [...before, person])}
            />
          )}
        </BigLineFrame>
        <Choice
          label="Type"
          options={postTypes.filter(([value]) => isAdmin || value !== 'announcement')}
          {...choice('type')}
        />
        {values.type === 'event' && (
          <p className="text-soft">
            To collect RSVPs,{' '}
            <Link
              to="?tab=events"
              state={createDialogState}
              onClick={onClose}
              className="font-semibold text-brand underline"
            >
              create an event of this group
            </Link>
            .
          </p>
        )}
        {values.type === 'poll' && (
          <PollFields options={values.options} onChange={(options) => change({ options })} error={errors.options} />
        )}
        <PicturesField
          label={picturesLabel}
          purpose="group_post"
          max={groupPostLimits.pictures}
          pictures={pictures}
          onChange={setPictures}
          failure="Failed to upload post images"
        />
        <Choice label="Who can see this?" options={visibilities} {...choice('visibility')} />
        <NoteFields
          note={values.note}
          isSensitive={values.sensitive}
          onNote={(note) => change({ note })}
          onSensitive={(sensitive) => change({ sensitive })}
        />
        <MoreOptions
          summary={values.tags.length === 0 ? 'No tags' : plural(values.tags.length, 'tag')}
          open={errors.tags !== undefined}
        >
          <TagsField limits={groupLimits} {...choice('tags')} />
          {isAdmin && (
            <Checkbox label="Pin to top" checked={values.isPinned} onChange={(isPinned) => change({ isPinned })} />
          )}
        </MoreOptions>
        <CrisisCard text={values.content} onPost={values.content.trim() ? submit : undefined} onSave={onClose} />
      </form>
    </Dialog>
  )
}
