import { Field } from '../../../shared/web/ui/Field.tsx'
import { ratingLimits } from '../rating-contract.gen.ts'
import { textLength } from './rating.ts'

type Props = { value: string; onChange: (text: string) => void; error: string | undefined; required?: true }

/** The text of a review with a counter of up to 500 characters. */
export function ReviewField({ value, onChange, error, required }: Props) {
  const length = textLength(value)
  return (
    <div>
      <Field
        label="Review *"
        multiline
        value={value}
        onChange={onChange}
        error={error}
        required={required}
        hint="What should someone know before taking this class?"
      />
      <p
        className={`mt-0.5 text-right text-small tabular-nums ${length > ratingLimits.review ? 'text-danger' : 'text-soft'}`}
      >
        {length} / {ratingLimits.review}
      </p>
    </div>
  )
}
