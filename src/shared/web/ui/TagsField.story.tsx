import { useState } from 'react'
import type { Story } from './story.ts'
import { TagsField } from './TagsField.tsx'

function Example({ first = [], max = 10 }: { first?: readonly string[]; max?: number }) {
  const [tags, setTags] = useState(first)
  return <TagsField value={tags} onChange={setTags} limits={{ tags: max, tag: 50 }} />
}

export default {
  name: 'TagsField',
  states: {
    Empty: () => <Example />,
    Chosen: () => <Example first={['chess', 'cocoa']} />,
    Full: () => <Example first={['chess', 'cocoa']} max={2} />,
  },
} satisfies Story
