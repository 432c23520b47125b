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
  children: (field: FieldProps) => ReactNode
}

/** The main field of a form: large and without a box. Its label is visible while it has the focus. */
export function BigLineFrame({ label, placeholder = label, error, children }: FrameProps) {
  const id = useId()
  return (
    <div className="group">
      <label
        htmlFor={id}
        className="block text-small font-medium text-brand opacity-0 transition-opacity duration-150 group-focus-within:opacity-100"
      >
        {label}
      </label>
      {children({
        id,
        className: bigTextClassName,
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
  Pick<ComponentProps<'textarea'>, 'maxLength' | 'required' | 'autoFocus'> & {
    value: string
    onChange: (value: string) => void
  }

/** A BigLine of text. Enter does not break it. */
export const BigLine = ({ label, placeholder, error, value, onChange, ...rest }: Props) => (
  <BigLineFrame label={label} placeholder={placeholder} error={error}>
    {(field) => (
      <textarea
        {...rest}
        {...field}
        rows={1}
        dir="auto"
        value={value}
        onKeyDown={(event) => event.key === 'Enter' && !event.ctrlKey && !event.metaKey && event.preventDefault()}
        onChange={(event) => onChange(event.target.value.replace(/\n/g, ' '))}
      />
    )}
  </BigLineFrame>
)
