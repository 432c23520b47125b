import { type ComponentProps, useId } from 'react'
import { TextCounter } from './TextCounter.tsx'

type Props = Omit<ComponentProps<'textarea'>, 'onChange' | 'value'> & {
  label: string
  value: string
  onChange: (value: string) => void
  /** The label is visible to screen readers only. */
  labelHidden?: boolean
  hint?: string | undefined
  error?: string | undefined
  /** Shows the length and its limit. Characters are counted as the server counts them: without outer spaces. */
  counter?: { readonly max: number; readonly warnAbove?: number; readonly alertAbove?: number }
}

/** Several lines that grow with the text, with label, note and counter. */
export function TextArea({ label, value, onChange, labelHidden = false, hint, error, counter, ...rest }: Props) {
  const { className = '', ...area } = rest
  const id = useId()
  const length = [...value.trim()].length
  const note = error ?? hint
  const isTooLong = counter !== undefined && length > counter.max
  const describedBy = [note && `${id}-note`, counter && `${id}-counter`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'mb-1 block font-medium'}>
        {label}
      </label>
      <textarea
        {...area}
        id={id}
        dir="auto"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error || isTooLong ? true : undefined}
        aria-describedby={describedBy || undefined}
        className="field-sizing-content block min-h-24 w-full resize-none rounded-control bg-sunken p-3.5 text-body"
      />
      {(note || counter) && (
        <div className="mt-1 flex flex-wrap items-start gap-x-3 text-small">
          {note && (
            <p
              id={`${id}-note`}
              role={error ? 'alert' : undefined}
              className={error ? 'font-medium text-danger' : 'text-soft'}
            >
              {note}
            </p>
          )}
          {counter && <TextCounter id={`${id}-counter`} length={length} {...counter} className="ml-auto" />}
        </div>
      )}
    </div>
  )
}
