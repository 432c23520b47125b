import { ChevronDown } from 'lucide'
import { useId } from 'react'
import { Icon } from './Icon.tsx'

type Props<V extends string> = {
  label: string
  value: V
  options: readonly (readonly [value: V, label: string])[]
  onChange: (value: V) => void
  /** The label is visible to screen readers only, where the options explain enough. */
  labelHidden?: boolean
  error?: string | undefined
  className?: string
}

/** One of a few values, as a native select, which works well on phones. */
export function Select<V extends string>({
  label,
  value,
  options,
  onChange,
  labelHidden = false,
  error,
  className = '',
}: Props<V>) {
  const id = useId()
  return (
    <div className={className}>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'mb-1 block font-medium'}>
        {label}
      </label>
      <span className="relative block">
        <select
          id={id}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-note` : undefined}
          onChange={(event) => onChange(event.target.value as V)}
          className={`min-h-11 w-full appearance-none text-ellipsis border border-transparent bg-sunken aria-invalid:border-danger pr-9 pl-3.5 text-body desk:text-base ${labelHidden ? 'rounded-full desk:min-h-9' : 'rounded-control'}`}
        >
          {options.map(([one, text]) => (
            <option key={one} value={one}>
              {text}
            </option>
          ))}
        </select>
        <Icon
          icon={ChevronDown}
          size={16}
          strokeWidth={2}
          className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-soft"
        />
      </span>
      {error && (
        <p id={`${id}-note`} role="alert" className="mt-1 text-small font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
