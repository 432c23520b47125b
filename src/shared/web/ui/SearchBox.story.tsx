import { useState } from 'react'
import { SearchBox } from './SearchBox.tsx'
import type { Story } from './story.ts'

function Example({ term: first }: { term: string }) {
  const [term, setTerm] = useState(first)
  return <SearchBox label="Search parts" term={term} onSearch={setTerm} className="w-60" />
}

export default {
  name: 'SearchBox',
  states: { Empty: () => <Example term="" />, Searching: () => <Example term="lawn" /> },
} satisfies Story
