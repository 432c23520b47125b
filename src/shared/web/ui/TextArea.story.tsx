import { type ComponentProps, useState } from 'react'
import type { Story } from './story.ts'
import { TextArea } from './TextArea.tsx'

function Example({ text: first = '', ...props }: Partial<ComponentProps<typeof TextArea>> & { text?: string }) {
  const [text, setText] = useState(first)
  return <TextArea label="Your post" {...props} value={text} onChange={setText} />
}

const counter = { max: 20, warnAbove: 10, alertAbove: 15 }

export default {
  name: 'TextArea',
  states: {
    Default: () => <Example hint="Anyone at your school can read it" />,
    Empty: () => <Example counter={counter} />,
    'Orange counter': () => <Example counter={counter} text="twelve chars" />,
    'Red counter': () => <Example counter={counter} text="seventeen letters" />,
    'Too long': () => <Example counter={counter} text="More characters than fit" />,
    Error: () => <Example counter={counter} error="Write something" />,
    Disabled: () => <Example disabled text="Being sent" />,
    'Long text': () => <Example text={'A text of several lines grows its field.\n'.repeat(6)} />,
  },
} satisfies Story
