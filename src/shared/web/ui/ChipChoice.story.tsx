import { type ComponentProps, useState } from 'react'
import { ChipChoice } from './ChipChoice.tsx'
import type { Story } from './story.ts'

type Value = 'new' | 'good' | 'worn'
const options = [
  ['new', 'New'],
  ['good', 'Good'],
  ['worn', 'Worn'],
] as const

function Example(props: Partial<ComponentProps<typeof ChipChoice<Value>>>) {
  const [value, setValue] = useState<Value>()
  return <ChipChoice label="Condition" options={options} value={value} onChange={setValue} {...props} />
}

export default {
  name: 'ChipChoice',
  states: {
    'Nothing chosen': () => <Example hint="If you don’t choose: Good" />,
    Chosen: () => <Example value="good" />,
    Disabled: () => <Example disabled />,
    Error: () => <Example error="Choose a condition" />,
  },
} satisfies Story
