import type { ComponentProps } from 'react'
import type { ChipOption } from './Chip.tsx'
import { ChipChoice } from './ChipChoice.tsx'
import { Select } from './Select.tsx'

type Props<V extends string> = Omit<ComponentProps<typeof Select<V>>, 'options'> & {
  options: readonly ChipOption<V>[]
}

const maxChips = 6

/** One of several values of a form: chips, which show all of them, or a select where they are many. */
export const Choice = <V extends string>({ options, ...rest }: Props<V>) =>
  options.length > maxChips ? (
    <Select options={options} {...rest} />
  ) : (
    <ChipChoice options={options as ComponentProps<typeof ChipChoice<V>>['options']} {...rest} />
  )
