import { anonymityNote } from '../../../shared/web/anonymity-note.ts'
import { call } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { formatMuted } from '../../../shared/web/failed-post.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Checkbox } from '../../../shared/web/ui/Checkbox.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { MoreOptions } from '../../../shared/web/ui/MoreOptions.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { useMe } from '../../session/web/auth.tsx'
import { ratingsApi } from '../contract.gen.ts'
import { RatingInput } from '../contract.ts'
import { ClassFields } from './ClassFields.tsx'
import { toastFor } from './labels.ts'
import { toastFailure, useFreshReviews } from './queries.ts'
import { ReviewField } from './ReviewField.tsx'
import { empty, type RatingFields, toRequestBody, unchosen } from './rating.ts'
import { Scale } from './Scale.tsx'
import { TagChoice } from './TagChoice.tsx'

type Props = { professor: { readonly id: string; readonly full_name: string }; onClose: () => void }

const scales = [
  ['overall_rating', 'Overall *', ['poor', 'weak', 'fair', 'good', 'excellent']],
  ['difficulty_rating', 'Difficulty *', ['easy', 'fairly easy', 'fair', 'hard', 'very hard']],
  ['teaching_quality_rating', 'Teaching quality *', ['poor', 'weak', 'fair', 'good', 'excellent']],
] as const
/** Those that may stay without a choice. */
const optionalScales = [
  ['engagement_rating', 'Engagement', ['boring', 'a bit dry', 'fair', 'interesting', 'engaging']],
  ['workload_rating', 'Workload', ['light', 'fairly light', 'fair', 'much', 'heavy']],
  ['fun_rating', 'Fun', ['not fun', 'a little fun', 'fair', 'fun', 'a lot of fun']],
] as const

/** Rates a professor. Keeps the draft until it is sent. */
export default function RatingForm({ professor, onClose }: Props) {
  const refreshReviews = useFreshReviews()
  const me = useMe()
  const fields = useContractForm({
    name: `rating ${professor.id}`,
    initial: (): RatingFields => empty,
    schema: RatingInput,
    toBody: toRequestBody,
    send: (body, idempotencyKey) => call(ratingsApi.create, { params: { id: professor.id }, body, idempotencyKey }),
    onSuccess: () => {
      toast.success('Rating submitted successfully!', toastFor, 'submit rating')
      refreshReviews()
    },
    onDone: onClose,
    onError(error) {
      if (!formatMuted(error)) toastFailure(error, 'Failed to submit rating', 'submit rating')
    },
  })
  const { form, choice, field, values, change, failure, isPending } = fields
  const { maxLength: _, ...review } = field('review_text') // longer texts are counted in red
  const done = scales.filter(([name]) => values[name] > 0).length + Number(values.review_text.trim() !== '')
  return (
    <Dialog
      open
      onClose={onClose}
      layout="form-wide"
      title={`Rate ${professor.full_name}`}
      problem={formatMuted(failure)}
      actions={
        <>
          <Button className="max-sm:hidden" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form={form.id} pendingLabel={isPending && 'Posting...'}>
            Post review
          </Button>
        </>
      }
    >
      <form {...form} className="space-y-5 pt-1">
        <Progress done={done} all={scales.length + 1} />
        <div className="grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-2">
          {scales.map(([name, label, words]) => (
            <Scale key={name} label={label} words={words} {...choice(name)} />
          ))}
          {optionalScales.map(([name, label, words]) => (
            <Scale key={name} label={label} words={words} unchosen={unchosen} {...choice(name)} />
          ))}
        </div>
        <ReviewField {...review} />
        <TagChoice tags={values.tags} onChange={(tags) => change({ tags })} />
        <MoreOptions label="About the class" summary="Course, semester, grade" open={false}>
          <ClassFields professorId={professor.id} form={fields} />
        </MoreOptions>
        <Checkbox
          top
          label={<span className="block font-medium">Rate anonymously</span>}
          hint={`No one sees your name, including the professor.${me.anonymity_mode === 'one' ? '' : ` ${anonymityNote(me.anonymity_mode, me.school)}`}`}
          checked={values.anonymous}
          onChange={(anonymous) => change({ anonymous })}
          className="rounded-control bg-sunken px-4 py-3"
        />
      </form>
    </Dialog>
  )
}

/** How much of what a review needs is there. */
const Progress = ({ done, all }: { done: number; all: number }) => (
  <div
    role="progressbar"
    aria-label="Your review"
    aria-valuenow={done}
    aria-valuemax={all}
    aria-valuetext={`${done} of ${all} required parts`}
    className="h-1.5 overflow-hidden rounded-full bg-sunken"
  >
    <div
      className="h-full rounded-full bg-brand transition-[width] duration-150"
      style={{ width: `${(100 * done) / all}%` }}
    />
  </div>
)
