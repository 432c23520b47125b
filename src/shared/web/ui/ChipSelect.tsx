import { useIsDesktop } from '../media-query.ts'
import { ChipGroup, type ChipOption } from './Chip.tsx'
import { Select } from './Select.tsx'

type Props<V extends string> = {
  label: string
  options: readonly ChipOption<V>[]
  value: V
  onSelect: (value: V) => void
}

/** One of many values in a row of tools: chips that scroll sideways on a phone, a select where a mouse cannot scroll them. */
export function ChipSelect<V extends string>({ onSelect, ...rest }: Props<V>) {
  return useIsDesktop() ? (
    <Select labelHidden {...rest} onChange={onSelect} />
  ) : (
    <ChipGroup {...rest} onSelect={onSelect} className="flex gap-2" />
  )
}
