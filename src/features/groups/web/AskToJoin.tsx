import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { type Group, groups } from '../contract.ts'
import { useJoin } from './queries.ts'

/** Requests to join a private group, with an optional message to its admins. */
export default function AskToJoin({ group, onClose }: { group: Group; onClose: () => void }) {
  const join = useJoin(group)
  const { form, field, isPending } = useContractForm({
    name: `join ${group.id}`,
    initial: () => ({ message: '' }),
    schema: groups.join.body,
    toBody: (values) => values,
    send: ({ message }) => join.mutateAsync(message ?? ''),
    onDone: onClose,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Request to join ${group.name}`}
      description="An admin has to approve your request."
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form.id} pendingLabel={isPending && 'Sending...'}>
            Send request
          </Button>
        </>
      }
    >
      {group.join_request?.answer && (
        <p className="mb-4 rounded-control bg-sunken px-3.5 py-2.5">
          Last time, they replied: “{group.join_request.answer}”
        </p>
      )}
      <form {...form}>
        <Field label="Message (optional)" multiline {...field('message')} />
      </form>
    </Dialog>
  )
}
