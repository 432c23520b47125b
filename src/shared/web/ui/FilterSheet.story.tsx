import { useState } from 'react'
import { Checkbox } from './Checkbox.tsx'
import { FilterSheet } from './FilterSheet.tsx'
import type { Story } from './story.ts'

function Example({ names }: { names: readonly string[] }) {
  const [chosen, setChosen] = useState<readonly string[]>([])
  return (
    <FilterSheet count={chosen.length} onClear={() => setChosen([])}>
      {names.map((name) => (
        <Checkbox
          key={name}
          label={name}
          checked={chosen.includes(name)}
          onChange={(on) => setChosen(on ? [...chosen, name] : chosen.filter((one) => one !== name))}
        />
      ))}
    </FilterSheet>
  )
}

export default {
  name: 'FilterSheet',
  states: {
    Default: () => <Example names={['With photos', 'From friends']} />,
    'Long text': () => (
      <Example names={Array.from({ length: 20 }, (_, index) => `Filter ${index + 1}, with a long name`)} />
    ),
  },
} satisfies Story
