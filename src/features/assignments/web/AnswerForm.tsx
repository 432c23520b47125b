import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { useStoredState } from '../../../shared/web/draft.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import type { Media } from '../../media/contract.ts'
import { PicturesField } from '../../media/web/PicturesField.tsx'
import { answersApi } from '../contract.gen.ts'
import { type Assignment, answerLimits, answers } from '../contract.ts'
import { invalidateAssignments } from './queries.ts'
import { RichField } from './RichField.tsx'

/** Answers a question. Keeps the draft until it is sent, also after a failure. */
export default function AnswerForm({ assignment, onClose }: { assignment: Assignment; onClose: () => void }) {
  const client = useQueryClient()
  const name = `answer ${assignment.id}`
  const [pictures, setPictures, dropPictures] = useStoredState<Media[]>(`${name} pictures`, [])
  const { form, field, failure, isPending } = useContractForm({
    name,
    initial: () => ({ content: '' }),
    schema: answers.create.body,
    toBody: (values) => ({ ...values, images: pictures.map(({ url }) => url) }),
    send: (body, idempotencyKey) => call(answersApi.create, { params: { id: assignment.id }, body, idempotencyKey }),
    onSuccess: () => {
      void invalidateAssignments(client)
      toast.success('Answer posted')
    },
    onDraftsSent: dropPictures,
    onDone: onClose,
  })
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Your answer"
      description={assignment.title}
      problem={failure && 'Failed to submit answer. Please try again.'}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form.id} pendingLabel={isPending && 'Posting...'}>
            Post answer
          </Button>
        </>
      }
    >
      <form {...form} className="space-y-4 pt-1">
        <RichField label="Your answer" {...field('content')} />
        <PicturesField
          label="Photos"
          purpose="answer"
          max={answerLimits.images}
          pictures={pictures}
          onChange={setPictures}
          failure="Failed to upload images"
        />
      </form>
    </Dialog>
  )
}
