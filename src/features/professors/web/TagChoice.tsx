import { ChipGroup } from '../../../shared/web/ui/Chip.tsx'
import { quickTags } from './labels.ts'

type Props = { tags: readonly string[]; onChange: (tags: readonly string[]) => void }

/** The quick tags as toggle buttons. */
export function TagChoice({ tags, onChange }: Props) {
  const toggle = (tag: string) =>
    onChange(tags.includes(tag) ? tags.filter((chosen) => chosen !== tag) : [...tags, tag])
  return (
    <ChipGroup
      label="Quick tags"
      labelVisible
      tone="brand"
      options={quickTags.map((tag) => [tag, tag])}
      value={tags}
      onSelect={toggle}
    />
  )
}
