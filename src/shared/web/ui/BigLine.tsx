import { type ComponentProps, useId } from 'react'

type Props = Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'size'> & {
  label: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  size?: keyof typeof sizes
}

const sizes = { title: 'text-hero font-semibold', amount: 'text-[2.5rem] font-bold' }

/** The main field of a form: large and without a box. Its label stands above it, in its place while it is empty. */
export function BigLine({ label, value, onChange, error, size = 'title', className = '', ...rest }: Props) {
  const id = useId()
  return (
    <div className={`group min-w-0 ${className}`}>
      <label
        htmlFor={id}
        className={`block text-small font-medium text-soft ${value ? '' : 'opacity-0 group-focus-within:opacity-100'}`}
      >
        {label}
      </label>
      <input
        {...rest}
        id={id}
        value={value}
        dir="auto"
        placeholder={rest.placeholder ?? label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-note` : undefined}
        onChange={(event) => onChange(event.target.value)}
        className={`w-full border-b border-line bg-transparent py-1.5 font-display tracking-tight outline-none focus:border-brand aria-invalid:border-danger ${sizes[size]}`}
      />
      {error && (
        <p id={`${id}-note`} role="alert" className="mt-1 text-small font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
