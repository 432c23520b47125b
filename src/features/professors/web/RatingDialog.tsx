import type { ComponentProps, ReactNode } from 'react'
import type { FormFields } from '../../../shared/web/data/contract-form.ts'
import { formatMuted } from '../../../shared/web/failed-post.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { MoreOptions } from '../../../shared/web/ui/MoreOptions.tsx'
import { ClassFields } from './ClassFields.tsx'
import { ReviewField } from './ReviewField.tsx'
import { type RatingFields, unchosen } from './rating.ts'
import { Scale } from './Scale.tsx'
import { TagChoice } from './TagChoice.tsx'

type Props = {
  title: string
  professorId: string
  fields: FormFields<RatingFields> & {
    readonly form: ComponentProps<'form'> & { readonly id: string }
    readonly failure: Error | null
    readonly isPending: boolean
  }
  submitLabel: string
  pendingLabel: string
  /** False where the course stays as it is. */
  hasCourse?: boolean
  onClose: () => void
  children?: ReactNode
}

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

/** The fields of a review, for a new one and for an existing one. */
export function RatingDialog({ title, professorId, fields, hasCourse = true, onClose, children, ...labels }: Props) {
  const { form, choice, field, values, change, failure, isPending } = fields
  const { maxLength: _, ...review } = field('review_text') // longer texts are counted in red
  const done = scales.filter(([name]) => values[name] > 0).length + Number(values.review_text.trim() !== '')
  return (
    <Dialog
      open
      onClose={onClose}
      layout="form-wide"
      title={title}
      problem={formatMuted(failure)}
      actions={
        <>
          <Button className="max-sm:hidden" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form={form.id} pendingLabel={isPending && labels.pendingLabel}>
            {labels.submitLabel}
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
        <MoreOptions
          label="About the class"
          summary={hasCourse ? 'Course, semester, grade' : 'Semester, grade'}
          open={false}
        >
          <ClassFields professorId={professorId} hasCourse={hasCourse} form={fields} />
        </MoreOptions>
        {children}
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
    <div className="h-full rounded-full bg-brand transition-[width]" style={{ width: `${(100 * done) / all}%` }} />
  </div>
)
