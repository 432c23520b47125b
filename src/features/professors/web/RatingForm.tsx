import { useId } from 'react'
import { call, findFieldErrors } from '../../../shared/web/api.ts'
import { useSubmit } from '../../../shared/web/submit.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Checkbox } from '../../../shared/web/ui/Checkbox.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { ratingsApi } from '../contract.gen.ts'
import { ClassFields } from './ClassFields.tsx'
import { useForm } from './form.ts'
import { toastFor } from './labels.ts'
import { errorText, useFreshReviews } from './queries.ts'
import { ReviewField } from './ReviewField.tsx'
import { check, empty, toRequestBody } from './rating.ts'
import { Scale } from './Scale.tsx'
import { TagChoice } from './TagChoice.tsx'

type Props = { professor: { readonly id: string; readonly full_name: string }; onClose: () => void }

const scales = [
  ['overall_rating', 'Overall *', 'poor', 'excellent'],
  ['difficulty_rating', 'Difficulty *', 'easy', 'very hard'],
  ['teaching_quality_rating', 'Teaching quality *', 'poor', 'excellent'],
  ['engagement_rating', 'Engagement', 'boring', 'engaging'],
  ['workload_rating', 'Workload', 'light', 'heavy'],
  ['fun_rating', 'Fun', 'not fun', 'a lot of fun'],
] as const

/** Rates a professor. Keeps the draft until it is sent. */
export default function RatingForm({ professor, onClose }: Props) {
  const id = useId()
  const refreshReviews = useFreshReviews()
  const rate = useSubmit({
    form: `rating ${professor.id}`,
    drafts: [`rating ${professor.id}`],
    send: (keyFor) => {
      const params = { id: professor.id }
      const body = toRequestBody(fields)
      return call(ratingsApi.create, {
        params,
        body,
        idempotencyKey: keyFor(body),
      })
    },
    onSuccess: () => {
      toast.success('Rating submitted successfully!', toastFor)
      refreshReviews()
    },
    onDone: onClose,
    onError: (error) => void toast.error(errorText(error, 'Failed to submit rating')),
  })
  const { form, fields, problems, change, submit } = useForm(`rating ${professor.id}`, empty, {
    check,
    send: () => rate.submit(),
  })
  const told = { ...findFieldErrors(rate.error), ...problems }
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`Rate ${professor.full_name}`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={id} pendingLabel={rate.isPending && 'Posting...'}>
            Post review
          </Button>
        </>
      }
    >
      <form ref={form} id={id} noValidate onSubmit={submit} className="space-y-5 pt-1">
        <div className="grid grid-cols-1 gap-x-6 gap-y-4 sm:grid-cols-2">
          {scales.map(([name, label, lowest, highest]) => (
            <Scale
              key={name}
              label={label}
              ends={[lowest, highest]}
              value={fields[name]}
              onChange={(value) => change({ [name]: value })}
              error={told[name]}
            />
          ))}
        </div>
        <ReviewField
          value={fields.review_text}
          onChange={(review_text) => change({ review_text })}
          error={told.review_text}
        />
        <TagChoice tags={fields.tags} onChange={(tags) => change({ tags })} />
        <ClassFields professorId={professor.id} fields={fields} problems={told} onChange={change} />
        <Checkbox
          top
          label={<span className="block font-medium">Rate anonymously</span>}
          hint="No one sees your name, including the professor."
          checked={fields.anonymous}
          onChange={(anonymous) => change({ anonymous })}
          className="rounded-control bg-sunken px-4 py-3"
        />
      </form>
    </Dialog>
  )
}
