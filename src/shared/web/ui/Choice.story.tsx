import { useState } from 'react'
import { Choice } from './Choice.tsx'
import type { Story } from './story.ts'

function Example({ count, error }: { count: number; error?: string }) {
  const [value, setValue] = useState('1')
  const options = Array.from({ length: count }, (_, index) => [`${index}`, `Choice ${index}`] as const)
  return <Choice label="Which one?" options={options} value={value} onChange={setValue} error={error} />
}

export default {
  name: 'Choice',
  states: {
    'A few': () => <Example count={3} />,
    Many: () => <Example count={9} />,
    Invalid: () => <Example count={3} error="Choose one" />,
  },
} satisfies Story
