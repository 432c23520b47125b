import { useState } from 'react'
import { BigLine } from './BigLine.tsx'
import type { Story } from './story.ts'

function Example({ first = '', ...rest }: { first?: string; error?: string; size?: 'title' | 'amount' }) {
  const [value, setValue] = useState(first)
  return <BigLine label="Title" placeholder="What’s your question?" value={value} onChange={setValue} {...rest} />
}

export default {
  name: 'BigLine',
  states: {
    Empty: () => <Example />,
    Written: () => <Example first="Why does the second integral in exercise 4 diverge?" />,
    Title: () => <Example first="Reading lamp, green" size="title" />,
    Amount: () => <Example first="12.50" size="amount" />,
    Invalid: () => <Example error="Title is required" />,
  },
} satisfies Story
