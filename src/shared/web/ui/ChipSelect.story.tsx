import { useState } from 'react'
import { ChipSelect } from './ChipSelect.tsx'
import type { Story } from './story.ts'

const options = ['All', 'Textbooks', 'Electronics', 'Furniture', 'Clothing'].map((name) => [name, name] as const)

function Default() {
  const [value, setValue] = useState('All')
  return (
    <div className="relative overflow-x-auto">
      <ChipSelect label="Category" options={options} value={value} onSelect={setValue} />
    </div>
  )
}

export default { name: 'ChipSelect', states: { Default } } satisfies Story
