import { useState } from 'react'
import { Chip, ChipGroup, RadioChip } from './Chip.tsx'
import type { Story } from './story.ts'

const options = [
  ['all', 'All'],
  ['friends', 'Friends'],
  ['groups', 'Groups'],
] as const

function Toggle() {
  const [isPressed, setIsPressed] = useState(false)
  return (
    <Chip isPressed={isPressed} onPress={() => setIsPressed(!isPressed)}>
      Favorites
    </Chip>
  )
}

function Filter({ disabled = false }: { disabled?: boolean }) {
  const [value, setValue] = useState<(typeof options)[number][0]>('all')
  return <ChipGroup label="Filter posts" options={options} value={value} onSelect={setValue} disabled={disabled} />
}

function Several() {
  const [values, setValues] = useState<readonly string[]>(['Clear'])
  const toggle = (tag: string) =>
    setValues(values.includes(tag) ? values.filter((value) => value !== tag) : [...values, tag])
  return (
    <ChipGroup
      label="Quick tags"
      labelVisible
      tone="brand"
      options={['Clear', 'Funny', 'A tag that is longer than a small phone is wide at 200 % text'].map((tag) => [
        tag,
        tag,
      ])}
      value={values}
      onSelect={toggle}
    />
  )
}

export default {
  name: 'Chip',
  states: {
    Default: Toggle,
    'One of a group': () => <Filter />,
    Several,
    Disabled: () => <Filter disabled />,
    Radio: () => (
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Sort</legend>
        <RadioChip name="story" defaultChecked>
          Recent
        </RadioChip>
        <RadioChip name="story">Trending</RadioChip>
      </fieldset>
    ),
  },
} satisfies Story
