import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { call } from '../../../shared/web/api.ts'
import { useDraftFields, useSessionState } from '../../../shared/web/draft.ts'
import { useSubmit } from '../../../shared/web/submit.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { groupsApi } from '../contract.gen.ts'
import { type GroupFieldErrors, type GroupFormValues, readFields, toFormValues } from './form.ts'
import { GroupFields } from './GroupFields.tsx'
import { GroupPictures, toPictures, toUrls } from './GroupPictures.tsx'
import { types } from './labels.ts'
import { invalidateGroups } from './queries.ts'

/** Creates a group. The draft stays until the group is created. */
export default function CreateGroup({ onClose, onMade }: { onClose: () => void; onMade: (id: string) => void }) {
  const client = useQueryClient()
  const form = useId()
  const { fields, setFields } = useDraftFields<GroupFormValues>('group', toFormValues)
  const [pictures, setPictures, dropPictures] = useSessionState('group', toPictures())
  const [problems, setProblems] = useState<GroupFieldErrors>({})
  const create = useSubmit({
    form: 'group',
    drafts: ['group'],
    send: (keyFor, input: NonNullable<ReturnType<typeof readFields>['input']>) => {
      const body = { ...input, ...toUrls(pictures) }
      return call(groupsApi.create, { body, idempotencyKey: keyFor(body) })
    },
    onSuccess: ({ message }) => {
      toast.success(message ?? 'Group created successfully!')
      void invalidateGroups(client)
    },
    onDraftsSent: dropPictures,
    onDone: ({ data }) => {
      onClose()
      onMade(data.id)
    },
    onError: () => toast.error('Failed to create group'),
  })
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    const { input, problems = {} } = readFields(fields)
    setProblems(problems)
    if (input) create.submit(input)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Create New Group"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form} pendingLabel={create.isPending && 'Creating...'}>
            Create group
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="space-y-4 pt-1">
        <GroupFields
          fields={fields}
          problems={problems}
          onChange={setFields}
          beside={
            <Select
              label="Type"
              value={fields.type}
              options={types}
              onChange={(type) => setFields({ ...fields, type })}
            />
          }
        />
        <p className="-mt-2 text-small text-soft">
          {fields.type === 'public'
            ? 'Public. Anyone at your school can see posts and join.'
            : 'Private. Only members can see posts. Others can ask to join.'}
        </p>
        <GroupPictures pictures={pictures} onChange={setPictures} />
      </form>
    </Dialog>
  )
}
