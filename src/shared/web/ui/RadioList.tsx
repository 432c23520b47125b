import { useId } from 'react'
import { type Drawing, Icon } from './Icon.tsx'

type RadioOption<V> = {
  readonly value: V
  readonly label: string
  /** A second line, which is part of the accessible name. */
  readonly hint?: string
  readonly icon?: Drawing
}

type Props<V extends string> = {
  label: string
  options: readonly RadioOption<V>[]
  value: V | undefined
  onChange: (value: V) => void
  disabled?: boolean
  /** Each option in a frame, for a decision that is the only one of its page. */
  framed?: boolean
  labelClass?: string
  /** Layout of the options. */
  className?: string
}

const frame = 'rounded-control border border-line p-3.5 has-checked:border-brand has-checked:bg-brand-soft'

/** One of several values that need a line each: native radio buttons below their question. */
export function RadioList<V extends string>({ label, options, value, onChange, disabled, ...look }: Props<V>) {
  const { framed = false, labelClass = 'mb-1 font-medium', className } = look
  const name = useId()
  return (
    <fieldset disabled={disabled}>
      <legend className={labelClass}>{label}</legend>
      <div className={className}>
        {options.map((option) => (
          <label
            key={option.value}
            className={`flex min-h-11 cursor-pointer gap-3 ${option.hint ? 'items-start' : 'items-center'} ${framed ? frame : ''}`}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
              className={`size-5 shrink-0 accent-brand ${option.hint ? 'mt-0.5' : ''}`}
            />
            <span className="min-w-0 flex-1">
              <span className={`flex items-center gap-2 ${option.hint ? 'font-medium' : ''}`}>
                {option.icon && <Icon icon={option.icon} size={18} />}
                {option.label}
              </span>
              {option.hint && <span className="mt-0.5 block text-small text-soft">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
