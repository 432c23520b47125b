import { Globe, Lock } from 'lucide'
import { type ComponentProps, useState } from 'react'
import { RadioList } from './RadioList.tsx'
import type { Story } from './story.ts'

type Place = 'public' | 'private'
const options = [
  { value: 'public', label: 'Public', hint: 'Anyone at your school can see posts and join.', icon: Globe },
  { value: 'private', label: 'Private', hint: 'Only members can see posts.', icon: Lock },
] as const

function Example(props: Partial<ComponentProps<typeof RadioList<Place>>>) {
  const [value, setValue] = useState<Place>('public')
  return <RadioList label="Who can see this group?" options={options} {...props} value={value} onChange={setValue} />
}

export default {
  name: 'RadioList',
  states: {
    Default: () => <Example />,
    'Without hints': () => <Example options={options.map(({ value, label }) => ({ value, label }))} />,
    Framed: () => <Example framed className="space-y-2" />,
    Disabled: () => <Example disabled />,
    'Long text': () => (
      <Example
        options={options.map((option) => ({
          ...option,
          label: 'A label that does not fit into one line of a small phone at 200 % text, so that it wraps',
        }))}
      />
    ),
  },
} satisfies Story
