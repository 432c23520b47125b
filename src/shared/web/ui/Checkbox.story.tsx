import { type ComponentProps, useState } from 'react'
import { Checkbox } from './Checkbox.tsx'
import type { Story } from './story.ts'

function Example(props: Omit<ComponentProps<typeof Checkbox>, 'checked' | 'onChange'>) {
  const [checked, setChecked] = useState(false)
  return <Checkbox {...props} checked={checked} onChange={setChecked} />
}

export default {
  name: 'Checkbox',
  states: {
    Default: () => <Example label="Pin to top" />,
    'With hint': () => <Example label="Post anonymously" hint="No one sees your name." />,
    Disabled: () => <Example label="Pin to top" disabled />,
    Error: () => <Example label="I accept the terms" error="Accept the terms to continue" />,
    Danger: () => <Example label="I understand, delete my account" danger />,
    'Long text': () => (
      <Example
        top
        label="A label that does not fit into one line of a small phone at 200 % text, so that it wraps"
        hint="The box stays beside its first line."
      />
    ),
  },
} satisfies Story
