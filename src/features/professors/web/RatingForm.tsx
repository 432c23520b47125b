import { call } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Checkbox } from '../../../shared/web/ui/Checkbox.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { ratingsApi } from '../contract.gen.ts'
import { RatingInput } from '../contract.ts'
import { ClassFields } from './ClassFields.tsx'
import { toastFor } from './labels.ts'
import { toastFailure, useFreshReviews } from './queries.ts'
import { ReviewField } from './ReviewField.tsx'
import { empty, type RatingFields, toRequestBody } from './rating.ts'
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
  const refreshReviews = useFreshReviews()
  const fields = useContractForm({
    name: `rating ${professor.id}`,
    initial: (): RatingFields => empty,
    schema: RatingInput,
    toBody: toRequestBody,
    send: (body, idempotencyKey) => call(ratingsApi.create, { params: { id: professor.id }, body, idempotencyKey }),
    onSuccess: () => {
      toast.success('Rating submitted successfully!', toastFor)
      refreshReviews()
    },
    onDone: onClose,
    onError: (error) => toastFailure(error, 'Failed to submit rating'),
  })
  const { form, choice, field, values, change, isPending } = fields
  const { maxLength: _, ...review } = field('review_text') // longer texts are counted in red
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`Rate ${professor.full_name}`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form.id} pendingLabel={isPending && 'Posting...'}>
            Post review
          </Button>
        </>
      }
    >
      <form {...form} className="space-y-5 pt-1">
        <div className="grid grid-cols-1 gap-x-6 gap-y-4 sm:grid-cols-2">
          {scales.map(([name, label, lowest, highest]) => (
            <Scale key={name} label={label} ends={[lowest, highest]} {...choice(name)} />
          ))}
        </div>
        <ReviewField {...review} />
        <TagChoice tags={values.tags} onChange={(tags) => change({ tags })} />
        <ClassFields professorId={professor.id} form={fields} />
        <Checkbox
          top
          label={<span className="block font-medium">Rate anonymously</span>}
          hint="No one sees your name, including the professor."
          checked={values.anonymous}
          onChange={(anonymous) => change({ anonymous })}
          className="rounded-control bg-sunken px-4 py-3"
        />
      </form>
    </Dialog>
  )
}
