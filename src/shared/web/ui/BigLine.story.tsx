import { useState } from 'react'
import { BigLine } from './BigLine.tsx'
import type { Story } from './story.ts'

function Example({ first = '', error }: { first?: string; error?: string }) {
  const [value, setValue] = useState(first)
  return <BigLine label="Title" placeholder="What’s your question?" value={value} onChange={setValue} error={error} />
}

export default {
  name: 'BigLine',
  states: {
    Empty: () => <Example />,
    Written: () => <Example first="Why does the second integral in exercise 4 diverge?" />,
    Invalid: () => <Example error="Title is required" />,
  },
} satisfies Story
