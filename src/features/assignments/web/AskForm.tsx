import { useQuery, useQueryClient } from '@tanstack/react-query'
import { plural } from '../../../shared/plural.ts'
import { call, query } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { storedDraft } from '../../../shared/web/draft.ts'
import { useStoredState } from '../../../shared/web/draft-state.ts'
import { formatFailedPost } from '../../../shared/web/failed-post.tsx'
import { submitItem } from '../../../shared/web/outbox.ts'
import { storeCall } from '../../../shared/web/stored-call.ts'
import { BigLine } from '../../../shared/web/ui/BigLine.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Choice } from '../../../shared/web/ui/Choice.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { MoreOptions } from '../../../shared/web/ui/MoreOptions.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { TagsField } from '../../../shared/web/ui/TagsField.tsx'
import type { Media } from '../../media/contract.ts'
import { PicturesField } from '../../media/web/PicturesField.tsx'
import { schoolsApi } from '../../schools/contract.gen.ts'
import { assignmentsApi } from '../contract.gen.ts'
import { type Assignment, AssignmentInput, assignmentLimits, subjects } from '../contract.ts'
import { DueField } from './DueField.tsx'
import { fieldNames, toBody, toFormValues } from './form.ts'
import { priorities } from './labels.ts'
import { invalidateAssignments } from './queries.ts'
import { RichField } from './RichField.tsx'
import { SimilarQuestions } from './SimilarQuestions.tsx'
import { suggestSubject } from './subject.ts'

type Props = {
  /** Absent for a new question. */
  assignment?: Assignment
  onClose: () => void
  onMade?: (id: string) => void
}

/**
 * Creates or updates a question. Keeps the draft until it is saved. Shows failures in the form, not as a
 * toast.
 */
export default function AskForm({ assignment, onClose, onMade }: Props) {
  const client = useQueryClient()
  const name = assignment ? `question ${assignment.id}` : 'question'
  const [pictures, setPictures, dropPictures] = useStoredState<Media[]>(`${name} pictures`, assignment?.media ?? [])
  const { form, field, choice, values, change, errors, failure, isPending } = useContractForm({
    name,
    initial: () => toFormValues(assignment),
    schema: AssignmentInput,
    fieldNames,
    toBody: (values) => ({ ...toBody(values), images: pictures.map(({ url }) => url) }),
    send: (body, idempotencyKey) =>
      assignment
        ? call(assignmentsApi.update, { params: { id: assignment.id }, body })
        : submitItem({
            key: idempotencyKey,
            target: 'questions',
            title: 'Question',
            text: body.title,
            link: '/assignment-help',
            ...(pictures.length > 0
              ? {}
              : { drafts: [{ name: 'question', value: storedDraft.read('question') ?? '' }] }),
            call: storeCall(assignmentsApi.create, { body }),
            refresh: [assignmentsApi.list],
          }),
    onSuccess: () => void invalidateAssignments(client),
    onDraftsSent: dropPictures,
    onKept: onClose,
    onDone: ({ data }) => {
      onClose()
      onMade?.(data.id)
    },
  })
  const course = field('course')
  const stats = useQuery(query(schoolsApi.stats))
  return (
    <Dialog
      open
      layout="form"
      onClose={onClose}
      title={assignment ? 'Edit Assignment' : 'Ask for Help'}
      result={assignment || !stats.data ? undefined : `Ask ${plural(stats.data.data.member_count, 'person', 'people')}`}
      problem={formatFailedPost(failure, assignment ? 'saved' : 'posted')}
      actions={
        <>
          <Button className="max-sm:hidden" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form={form.id} pendingLabel={isPending && 'Saving...'}>
            {assignment ? 'Save changes' : 'Ask for Help'}
          </Button>
        </>
      }
    >
      <form {...form} className="space-y-4 pt-1">
        <BigLine label="Title" placeholder="What’s your question?" {...field('title')} />
        {!assignment && <SimilarQuestions title={values.title} />}
        <RichField label="Describe the problem" {...field('description')} />
        <PicturesField
          label="Photos"
          purpose="assignment"
          max={assignmentLimits.images}
          pictures={pictures}
          onChange={setPictures}
          failure="Failed to upload images"
        />
        {assignment && assignment.media.length > 0 && pictures.length === 0 && (
          <p className="text-small text-soft">Adding new photos replaces the current ones.</p>
        )}
        <Field
          label="Course"
          hint="Optional, e.g. MATH 101"
          {...course}
          onChange={(code) => {
            const suggested = values.subject === '' ? suggestSubject(code) : undefined
            change({ course: code, ...(suggested ? { subject: suggested } : {}) })
          }}
        />
        <Select
          label="Subject"
          options={[['', 'Choose a subject'], ...subjects.map((subject) => [subject, subject] as const)]}
          {...choice('subject')}
        />
        <DueField {...choice('due')} />
        <Choice label="How urgent is it?" options={priorities} {...choice('priority')} />
        <MoreOptions summary={values.tagList.join(', ') || 'No tags'} open={errors.tagList !== undefined}>
          <TagsField limits={assignmentLimits} {...choice('tagList')} />
        </MoreOptions>
      </form>
    </Dialog>
  )
}
