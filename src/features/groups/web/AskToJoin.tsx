import { useDraft } from '../../../shared/web/draft.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import type { Group } from '../contract.ts'
import { useJoin } from './queries.ts'

/** Requests to join a private group, with an optional message to its admins. */
export default function AskToJoin({ group, onClose }: { group: Group; onClose: () => void }) {
  const [message, setMessage] = useDraft(`join ${group.id}`)
  const join = useJoin(group)
  const send = () =>
    join.mutate(message, {
      onSuccess: () => {
        setMessage('')
        onClose()
      },
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
          <Button variant="primary" pendingLabel={join.isPending && 'Sending...'} onClick={send}>
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
      <Field label="Message (optional)" multiline maxLength={500} value={message} onChange={setMessage} />
    </Dialog>
  )
}
