import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { storedDraft } from '../../../shared/web/draft.ts'
import { useStoredState } from '../../../shared/web/draft-state.ts'
import { submitItem } from '../../../shared/web/outbox.ts'
import { storeCall } from '../../../shared/web/stored-call.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import type { Media } from '../../media/contract.ts'
import { PicturesField } from '../../media/web/PicturesField.tsx'
import { answersApi, assignmentsApi } from '../contract.gen.ts'
import { type Assignment, answerLimits, answers } from '../contract.ts'
import { invalidateAssignments } from './queries.ts'
import { RichField } from './RichField.tsx'

type Props = {
  assignment: Assignment
  /** Whether it takes the focus when its code has loaded. */
  autoFocus?: boolean
  onReady?: (focus: () => void) => void
}

/** The field at the end of a question's answers. Keeps the draft until it is sent, also after a failure. */
export default function AnswerField({ assignment, autoFocus = false, onReady }: Props) {
  const client = useQueryClient()
  const name = `answer ${assignment.id}`
  const [pictures, setPictures, dropPictures] = useStoredState<Media[]>(`${name} pictures`, [])
  const { form, field, failure, isPending } = useContractForm({
    name,
    initial: () => ({ content: '' }),
    schema: answers.create.body,
    toBody: (values) => ({ ...values, images: pictures.map(({ url }) => url) }),
    send: (body, key) =>
      submitItem({
        key,
        target: `answers ${assignment.id}`,
        title: `Answer to “${assignment.title}”`,
        text: body.content,
        link: `/assignment-help?question=${assignment.id}`,
        ...(pictures.length > 0 ? {} : { drafts: [{ name, value: storedDraft.read(name) ?? '' }] }),
        call: storeCall(answersApi.create, { params: { id: assignment.id }, body }),
        refresh: [assignmentsApi.list],
      }),
    onSuccess: () => {
      void invalidateAssignments(client)
      toast.success('Answer posted')
    },
    onDraftsSent: dropPictures,
    toSaved: () => ({ content: '' }), // for the next answer
  })
  const ready = useEffectEvent(() => {
    const focus = () => {
      const text = form.ref.current?.querySelector('textarea')
      text?.focus({ preventScroll: true })
      text?.scrollIntoView({ block: 'center' })
    }
    onReady?.(focus)
    if (autoFocus) focus()
  })
  useEffect(() => ready(), [])
  return (
    <form {...form} className="space-y-4 border-t border-line pt-4">
      <RichField label="Your answer" {...field('content')} />
      <PicturesField
        label="Photos"
        purpose="answer"
        max={answerLimits.images}
        pictures={pictures}
        onChange={setPictures}
        failure="Failed to upload images"
      />
      {failure && (
        <p role="alert" className="font-medium text-danger">
          Failed to submit answer. Please try again.
        </p>
      )}
      <div className="flex justify-end">
        <Button variant="primary" type="submit" pendingLabel={isPending && 'Posting...'}>
          Post answer
        </Button>
      </div>
    </form>
  )
}
