import { type ComponentProps, useId } from 'react'
import { fieldClassName } from './field-classes.ts'

type Props = Omit<ComponentProps<'input'>, 'onChange' | 'value'> & {
  label: string
  value: string
  onChange: (value: string) => void
  hint?: string | undefined
  error?: string | undefined
  /** Marks the field where another place has the text of the error. */
  invalid?: boolean
  /** Several lines; grows with the text. */
  multiline?: boolean
  /** Shows that the field is required, which `required` says to screen readers. */
  starred?: boolean
}

/** Without a text for screen readers. */
const star = "after:[content:'_*'_/_'']"

/** A field with its label above, and a hint or an error below. */
export function Field({
  label,
  value,
  onChange,
  hint,
  error,
  invalid = false,
  multiline = false,
  starred = false,
  className = '',
  ...rest
}: Props) {
  const id = useId()
  const note = error ?? hint
  const common = {
    id,
    value,
    dir: 'auto',
    'aria-invalid': error || invalid ? true : undefined,
    'aria-describedby': note ? `${id}-note` : undefined,
  }
  return (
    <div className={`min-w-0 ${className}`}>
      <label htmlFor={id} className={`mb-1 block font-medium ${starred ? star : ''}`}>
        {label}
      </label>
      {multiline ? (
        <textarea
          {...common}
          maxLength={rest.maxLength}
          required={rest.required}
          rows={3}
          onChange={(event) => onChange(event.target.value)}
          className={`${fieldClassName} field-sizing-content min-h-20 resize-none py-2.5`}
        />
      ) : (
        <input
          {...rest}
          {...common}
          onChange={(event) => onChange(event.target.value)}
          className={`${fieldClassName} min-h-11 py-2.5`}
        />
      )}
      {note && (
        <p
          id={`${id}-note`}
          role={error ? 'alert' : undefined}
          className={`mt-1 text-small ${error ? 'font-medium text-danger' : 'text-soft'}`}
        >
          {note}
        </p>
      )}
    </div>
  )
}
