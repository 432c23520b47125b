import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { useStoredState } from '../../../shared/web/draft-state.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Choice } from '../../../shared/web/ui/Choice.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { groupsApi } from '../contract.gen.ts'
import { GroupInput } from '../contract.ts'
import { fieldNames, toBody, toFormValues } from './form.ts'
import { GroupFields } from './GroupFields.tsx'
import { GroupPictures, toPictures, toUrls } from './GroupPictures.tsx'
import { types } from './labels.ts'
import { invalidateGroups } from './queries.ts'

/** Creates a group. The draft stays until the group is created. */
export default function CreateGroup({ onClose, onMade }: { onClose: () => void; onMade: (id: string) => void }) {
  const client = useQueryClient()
  const [pictures, setPictures, dropPictures] = useStoredState('group pictures', toPictures())
  const fields = useContractForm({
    name: 'group',
    initial: () => toFormValues(),
    schema: GroupInput,
    fieldNames,
    toBody: (values) => ({ ...toBody(values), ...toUrls(pictures) }),
    send: (body, idempotencyKey) => call(groupsApi.create, { body, idempotencyKey }),
    onSuccess: ({ message }) => {
      toast.success(message ?? 'Group created successfully!')
      void invalidateGroups(client)
    },
    onDraftsSent: dropPictures,
    onDone: ({ data }) => {
      onClose()
      onMade(data.id)
    },
    onError: (error) => toast.failure(error, 'Failed to create group'),
  })
  const { form, values, choice, isPending } = fields
  return (
    <Dialog
      open
      onClose={onClose}
      layout="form"
      title="Create New Group"
      actions={
        <>
          <Button className="max-sm:hidden" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form={form.id} pendingLabel={isPending && 'Creating...'}>
            Create group
          </Button>
        </>
      }
    >
      <form {...form} className="space-y-4 pt-1">
        <GroupFields form={fields} isShort beside={<Choice label="Type" options={types} {...choice('type')} />} />
        <p className="-mt-2 text-small text-soft">
          {values.type === 'public'
            ? 'Public. Anyone at your school can see posts and join.'
            : 'Private. Only members can see posts. Others can ask to join.'}
        </p>
        <GroupPictures pictures={pictures} onChange={setPictures} />
      </form>
    </Dialog>
  )
}
