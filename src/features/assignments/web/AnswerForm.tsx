import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { call } from '../../../shared/web/api.ts'
import { useDraft, useSessionState } from '../../../shared/web/draft.ts'
import { useSubmit } from '../../../shared/web/submit.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import type { Media } from '../../media/contract.ts'
import { PicturesField } from '../../media/web/PicturesField.tsx'
import { answersApi } from '../contract.gen.ts'
import type { Assignment } from '../contract.ts'
import { invalidateAssignments } from './queries.ts'
import { RichField } from './RichField.tsx'

const limits = { min: 10, max: 5000, pictures: 5 }

/** Answers a question. Keeps the draft until it is sent, also after a failure. */
export default function AnswerForm({ assignment, onClose }: { assignment: Assignment; onClose: () => void }) {
  const client = useQueryClient()
  const form = useId()
  const [content, write] = useDraft(`answer ${assignment.id}`)
  const [pictures, setPictures, dropPictures] = useSessionState<Media[]>(`answer ${assignment.id}`, [])
  const [problem, setProblem] = useState<string>()
  const give = useSubmit({
    form: `answer ${assignment.id}`,
    drafts: [`answer ${assignment.id}`],
    send: (keyFor) => {
      const body = { content, images: pictures.map(({ url }) => url) }
      const params = { id: assignment.id }
      return call(answersApi.create, {
        params,
        body,
        idempotencyKey: keyFor(body),
      })
    },
    onSuccess: () => {
      void invalidateAssignments(client)
      toast.success('Answer posted')
    },
    onDraftsSent: dropPictures,
    onDone: onClose,
  })
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    submitted.stopPropagation() // a dialog in a dialog: must not submit the outer form
    const length = [...content.trim()].length
    if (length < limits.min) setProblem(`Write at least ${limits.min} characters`)
    else give.submit()
  }
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Your answer"
      description={assignment.title}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form} pendingLabel={give.isPending && 'Posting...'}>
            Post answer
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="space-y-4 pt-1">
        <RichField
          label="Your answer"
          maxLength={limits.max}
          value={content}
          onChange={(text) => {
            write(text)
            setProblem(undefined)
          }}
          error={problem}
        />
        <PicturesField
          label="Photos"
          purpose="answer"
          max={limits.pictures}
          pictures={pictures}
          onChange={setPictures}
          failure="Failed to upload images"
        />
        {give.isError && (
          <p role="alert" className="font-medium text-danger">
            Failed to submit answer. Please try again.
          </p>
        )}
      </form>
    </Dialog>
  )
}
