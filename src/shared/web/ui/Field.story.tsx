import { type ComponentProps, useState } from 'react'
import { Field } from './Field.tsx'
import type { Story } from './story.ts'

function Example(props: Omit<ComponentProps<typeof Field>, 'value' | 'onChange'>) {
  const [text, setText] = useState('')
  return <Field {...props} value={text} onChange={setText} />
}

export default {
  name: 'Field',
  states: {
    Default: () => <Example label="Name" hint="A hint says what is expected" />,
    Disabled: () => <Example label="Name" disabled />,
    Error: () => <Example label="Name" error="This says what is wrong" />,
    Multiline: () => <Example label="Description" multiline />,
    'Long text': () => (
      <Example label="A label that is longer than its field" hint="A hint that is longer than its field, too" />
    ),
  },
} satisfies Story
