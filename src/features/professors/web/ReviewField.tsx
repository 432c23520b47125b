import { Field } from '../../../shared/web/ui/Field.tsx'
import { review, textLength } from './rating.ts'

type Props = { value: string; onChange: (text: string) => void; error: string | undefined }

/** The text of a review with a counter of up to 500 characters. */
export function ReviewField({ value, onChange, error }: Props) {
  const length = textLength(value)
  return (
    <div>
      <Field
        label="Review *"
        multiline
        value={value}
        onChange={onChange}
        error={error}
        hint="What should someone know before taking this class?"
      />
      <p className={`mt-0.5 text-right text-small tabular-nums ${length > review.max ? 'text-danger' : 'text-soft'}`}>
        {length} / {review.max}
      </p>
    </div>
  )
}
