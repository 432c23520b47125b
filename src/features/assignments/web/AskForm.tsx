import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { call } from '../../../shared/web/api.ts'
import { useDraftFields, useSessionState } from '../../../shared/web/draft.ts'
import { useSubmit } from '../../../shared/web/submit.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import type { Media } from '../../media/contract.ts'
import { PicturesField } from '../../media/web/PicturesField.tsx'
import { assignmentsApi } from '../contract.gen.ts'
import type { Assignment } from '../contract.ts'
import { type AssignmentFieldErrors, type AssignmentFormValues, readFields, toFormValues } from './form.ts'
import { priorities, subjects } from './labels.ts'
import { invalidateAssignments } from './queries.ts'
import { RichField } from './RichField.tsx'
import { SimilarQuestions } from './SimilarQuestions.tsx'

type Props = {
  /** Absent for a new question. */
  assignment?: Assignment
  onClose: () => void
  onMade?: (id: string) => void
}

/**
 * Creates or updates a question. Keeps the draft of a new one until it is created. Shows failures in the form, not as a
 * toast.
 */
export default function AskForm({ assignment, onClose, onMade }: Props) {
  const client = useQueryClient()
  const form = useId()
  const element = useRef<HTMLFormElement>(null)
  const draft = assignment ? undefined : 'question'
  const { fields, setFields } = useDraftFields<AssignmentFormValues>(draft, () => toFormValues(assignment))
  const [pictures, setPictures, dropPictures] = useSessionState<Media[]>(
    assignment ? undefined : 'question',
    assignment?.media ?? [],
  )
  const [problems, setProblems] = useState<AssignmentFieldErrors>({})
  const save = useSubmit({
    form: assignment ? `question ${assignment.id}` : 'question',
    ...(draft ? { drafts: [draft] } : {}),
    send: (keyFor, input: NonNullable<ReturnType<typeof readFields>['input']>) => {
      const body = { ...input, images: pictures.map(({ url }) => url) }
      return assignment
        ? call(assignmentsApi.update, { params: { id: assignment.id }, body })
        : call(assignmentsApi.create, { body, idempotencyKey: keyFor(body) })
    },
    onSuccess: () => void invalidateAssignments(client),
    onDraftsSent: dropPictures,
    onDone: ({ data }) => {
      onClose()
      onMade?.(data.id)
    },
  })
  useEffect(() => {
    if (Object.keys(problems).length > 0) element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [problems])
  const change = (to: Partial<AssignmentFormValues>) => setFields({ ...fields, ...to })
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    submitted.stopPropagation()
    const { input, problems: found = {} } = readFields(fields)
    setProblems(found)
    if (input) save.submit(input)
  }
  const field = (name: keyof AssignmentFormValues) => ({
    value: fields[name],
    error: problems[name],
    onChange: (value: string) => change({ [name]: value }),
  })
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={assignment ? 'Edit Assignment' : 'Ask for Help'}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form} pendingLabel={save.isPending && 'Saving...'}>
            {assignment ? 'Save changes' : 'Ask for Help'}
          </Button>
        </>
      }
    >
      <form ref={element} id={form} noValidate onSubmit={submit} className="space-y-4 pt-1">
        <Field label="Title" maxLength={200} {...field('title')} />
        {!assignment && <SimilarQuestions title={fields.title} />}
        <RichField label="Describe the problem" maxLength={5000} {...field('description')} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label="Subject"
            value={fields.subject}
            options={[['', 'Choose a subject'], ...subjects.map((subject) => [subject, subject] as const)]}
            onChange={(subject) => change({ subject })}
            error={problems.subject}
          />
          <Field label="Course" hint="Optional, e.g. MATH 101" maxLength={100} {...field('course')} />
          <Select
            label="How urgent is it?"
            value={fields.priority}
            options={priorities}
            onChange={(priority) => change({ priority })}
          />
          <Field label="Due date" type="date" hint="Optional" {...field('due')} />
        </div>
        <Field label="Tags" hint="Optional. Separate with commas" {...field('tags')} />
        <PicturesField
          label="Photos"
          purpose="assignment"
          max={5}
          pictures={pictures}
          onChange={setPictures}
          failure="Failed to upload images"
        />
        {assignment && assignment.media.length > 0 && pictures.length === 0 && (
          <p className="text-small text-soft">Adding new photos replaces the current ones.</p>
        )}
      </form>
    </Dialog>
  )
}
