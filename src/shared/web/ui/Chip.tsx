import { type ComponentProps, type ReactNode, useId } from 'react'

const shape = 'min-h-11 rounded-full border border-line px-4 font-medium text-soft transition-colors hover:bg-sunken'
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
  /** The chosen one of radio buttons, or all pressed toggle buttons. */
  value: V | readonly V[]
  onSelect: (value: V) => void
  labelVisible?: boolean
  tone?: ChipProps['tone']
  disabled?: boolean
  className?: string
}

/** Chips under one name: radio buttons that filter a list, or toggle buttons for several tags. */
export function ChipGroup<V extends string | boolean>({ label, options, value, onSelect, ...look }: GroupProps<V>) {
  const { labelVisible = false, tone, disabled, className = 'flex flex-wrap gap-2' } = look
  const name = useId()
  const several = Array.isArray(value) && (value as readonly V[])
  const chips = options.map(([option, text]) =>
    several ? (
      <Chip
        key={String(option)}
        isPressed={several.includes(option)}
        onPress={() => onSelect(option)}
        {...(tone ? { tone } : {})}
      >
        {text}
      </Chip>
    ) : (
      <FilterChip key={String(option)} name={name} checked={value === option} onChange={() => onSelect(option)}>
        {text}
      </FilterChip>
    ),
  )
  return (
    <fieldset
      {...(several ? {} : { role: 'radiogroup' })}
      disabled={disabled}
      className={labelVisible ? undefined : className}
    >
      <legend className={labelVisible ? 'mb-1.5 font-medium' : 'sr-only'}>{label}</legend>
      {labelVisible ? <div className={className}>{chips}</div> : chips}
    </fieldset>
  )
}

/** A radio button above a list: 36 px high, in a target of 44. Arrow keys move within the group. */
const FilterChip = ({ children, ...input }: ComponentProps<'input'>) => (
  <label className="relative flex min-h-11 shrink-0 cursor-pointer items-center has-disabled:opacity-50 desk:min-h-9">
    <input type="radio" {...input} className="peer absolute inset-0 size-full cursor-pointer opacity-0" />
    <span className="flex min-h-9 items-center rounded-full border border-line bg-surface px-4 font-medium text-soft transition-colors peer-checked:border-ink peer-checked:bg-ink peer-checked:text-paper peer-focus-visible:ringed peer-hover:bg-sunken peer-checked:peer-hover:bg-ink forced-colors:peer-checked:outline-2">
      {children}
    </span>
  </label>
)

/** The label of a native radio button that is drawn as a chip; arrow keys move within the group. */
export const RadioChip = ({ children, ...input }: ComponentProps<'input'> & { children: ReactNode }) => (
  <label
    className={`relative inline-flex items-center ${shape} cursor-pointer has-checked:border-ink has-checked:bg-ink has-checked:text-paper has-disabled:opacity-50 has-focus-visible:ringed forced-colors:has-checked:outline-2`}
  >
    <input type="radio" {...input} className="sr-only" />
    {children}
  </label>
)
