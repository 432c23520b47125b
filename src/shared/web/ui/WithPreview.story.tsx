import { useState } from 'react'
import { Field } from './Field.tsx'
import type { Story } from './story.ts'
import { WithPreview } from './WithPreview.tsx'

function Example({ first = '' }: { first?: string }) {
  const [text, setText] = useState(first)
  return (
    <WithPreview preview={<p className="rounded-card bg-sunken p-4 wrap-anywhere">{text || '…'}</p>}>
      <Field label="Announcement" multiline value={text} onChange={setText} />
    </WithPreview>
  )
}

export default {
  name: 'WithPreview',
  states: {
    Default: () => <Example first="The library is open until ten." />,
    Empty: () => <Example />,
    'Long word': () => <Example first={'Donaudampfschifffahrt'.repeat(5)} />,
  },
} satisfies Story
