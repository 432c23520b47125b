import type { ComponentProps, ReactNode } from 'react'

const shape =
  'min-h-11 rounded-full border border-line px-4 font-medium text-soft transition-colors duration-150 hover:bg-sunken'
const pressed = {
  ink: 'aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper',
  brand: 'aria-pressed:border-brand aria-pressed:bg-brand aria-pressed:text-on-brand',
}

type ChipProps = Omit<ComponentProps<'button'>, 'onClick'> & {
  isPressed: boolean
  onPress: () => void
  /** `brand` in forms, `ink` above lists. */
  tone?: keyof typeof pressed
}

/** A toggle button among others. */
export const Chip = ({ isPressed, onPress, tone = 'ink', className = 'desk:min-h-9', ...rest }: ChipProps) => (
  <button
    type="button"
    {...rest}
    aria-pressed={isPressed}
    onClick={onPress}
    className={`${shape} ${pressed[tone]} disabled:opacity-50 ${className}`}
  />
)

export type ChipOption<V> = readonly [value: V, label: string]

type GroupProps<V> = {
  /** Name of the group, for screen readers unless `labelVisible`. */
  label: string
  options: readonly ChipOption<V>[]
  /** The pressed one, or all of them. */
  value: V | readonly V[]
  onSelect: (value: V) => void
  labelVisible?: boolean
  tone?: ChipProps['tone']
  disabled?: boolean
  className?: string
  /** Classes of each chip. */
  chipClassName?: string
}

/** Toggle buttons under one name: a filter of a list, or several tags. */
export function ChipGroup<V extends string | boolean>({ label, options, value, onSelect, ...look }: GroupProps<V>) {
  const { labelVisible = false, tone, disabled, className = 'flex flex-wrap gap-2', chipClassName } = look
  const isPressed = (option: V) => (Array.isArray(value) ? value.includes(option) : value === option)
  const chips = options.map(([option, text]) => (
    <Chip
      key={String(option)}
      isPressed={isPressed(option)}
      onPress={() => onSelect(option)}
      {...(tone ? { tone } : {})}
      {...(chipClassName ? { className: chipClassName } : {})}
    >
      {text}
    </Chip>
  ))
  return (
    <fieldset disabled={disabled} className={labelVisible ? undefined : className}>
      <legend className={labelVisible ? 'mb-1.5 font-medium' : 'sr-only'}>{label}</legend>
      {labelVisible ? <div className={className}>{chips}</div> : chips}
    </fieldset>
  )
}

/** The label of a native radio button that is drawn as a chip; arrow keys move within the group. */
export const RadioChip = ({ children, ...input }: ComponentProps<'input'> & { children: ReactNode }) => (
  <label
    className={`relative inline-flex items-center ${shape} cursor-pointer has-checked:border-ink has-checked:bg-ink has-checked:text-paper has-disabled:opacity-50 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand forced-colors:has-checked:outline-2`}
  >
    <input type="radio" {...input} className="sr-only" />
    {children}
  </label>
)
