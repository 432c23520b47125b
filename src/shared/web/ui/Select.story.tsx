import { useState } from 'react'
import { Select } from './Select.tsx'
import type { Story } from './story.ts'

const options = [
  ['a', 'The first'],
  ['b', 'The second'],
] as const

function Example({ error, labelHidden = false }: { error?: string; labelHidden?: boolean }) {
  const [value, setValue] = useState<'a' | 'b'>('a')
  return (
    <Select
      label="Choice"
      labelHidden={labelHidden}
      value={value}
      options={options}
      onChange={setValue}
      {...(error ? { error } : {})}
    />
  )
}

export default {
  name: 'Select',
  states: {
    Default: () => <Example />,
    'Hidden label': () => <Example labelHidden />,
    Error: () => <Example error="Not this one" />,
  },
} satisfies Story
