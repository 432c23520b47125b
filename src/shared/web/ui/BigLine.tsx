import { type ComponentProps, type ReactNode, useId } from 'react'
import { bigTextClassName } from './field-classes.ts'

type FieldProps = {
  id: string
  className: string
  placeholder: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}
type FrameProps = {
  label: string
  /** Invites to write; the label when there is nothing better. */
  placeholder?: string | undefined
  error?: string | undefined
  size?: keyof typeof sizes | undefined
  className?: string | undefined
  children: (field: FieldProps) => ReactNode
}

const display =
  'w-full shrink-0 resize-none border-b border-line bg-transparent py-1.5 font-display tracking-tight outline-none focus:border-brand aria-invalid:border-danger'
const sizes = {
  text: bigTextClassName,
  title: `field-sizing-content ${display} text-hero font-semibold`,
  amount: `${display} text-[2.5rem] font-bold`,
}

/** The main field of a form: large and without a box. Its label is visible while it has the focus. */
export function BigLineFrame({
  label,
  placeholder = label,
  error,
  size = 'text',
  className = '',
  children,
}: FrameProps) {
  const id = useId()
  return (
    <div className={`group min-w-0 ${className}`}>
      <label
        htmlFor={id}
        className="block text-small font-medium text-brand opacity-0 transition-opacity group-focus-within:opacity-100"
      >
        {label}
      </label>
      {children({
        id,
        className: sizes[size],
        placeholder,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': error ? `${id}-problem` : undefined,
      })}
      {error && (
        <p id={`${id}-problem`} role="alert" className="text-small font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

type Props = Omit<FrameProps, 'children'> &
  Pick<ComponentProps<'input'>, 'maxLength' | 'required' | 'autoFocus' | 'inputMode'> & {
    value: string
    onChange: (value: string) => void
  }

/** A BigLine of text. It wraps, but Enter does not break it; an amount has one line. */
export const BigLine = ({ label, placeholder, error, size, className, value, onChange, ...rest }: Props) => (
  <BigLineFrame {...{ label, placeholder, error, size, className }}>
    {(field) =>
      size === 'amount' ? (
        <input {...rest} {...field} value={value} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <textarea
          {...rest}
          {...field}
          rows={1}
          dir="auto"
          value={value}
          onKeyDown={(event) => event.key === 'Enter' && !event.ctrlKey && !event.metaKey && event.preventDefault()}
          onChange={(event) => onChange(event.target.value.replace(/\n/g, ' '))}
        />
      )
    }
  </BigLineFrame>
)
