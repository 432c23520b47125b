import { useState } from 'react'
import { SelectionBox } from './SelectionBox.tsx'
import type { Story } from './story.ts'

function Example() {
  const [checked, setChecked] = useState(true)
  return <SelectionBox label="Select report: Spam" checked={checked} onChange={setChecked} />
}

export default { name: 'SelectionBox', states: { Default: Example } } satisfies Story
