import { useState } from 'react'
import { BigLine } from './BigLine.tsx'
import type { Story } from './story.ts'

function Line({ initial, ...rest }: { initial: string; error?: string; size?: 'amount' }) {
  const [value, setValue] = useState(initial)
  return <BigLine label="What are you selling?" value={value} onChange={setValue} {...rest} />
}

export default {
  name: 'BigLine',
  states: {
    Empty: () => <Line initial="" />,
    Filled: () => <Line initial="Reading lamp, green" />,
    Amount: () => <Line initial="12.50" size="amount" />,
    Wrong: () => <Line initial="" error="Title is required" />,
  },
} satisfies Story
