import { useState } from 'react'
import { Switch } from './Switch.tsx'
import type { Story } from './story.ts'

function Example({ disabled = false, text }: { disabled?: boolean; text?: string }) {
  const [checked, setChecked] = useState(true)
  return (
    <Switch label="Spring sale is active" checked={checked} onChange={setChecked} disabled={disabled}>
      {text ?? (checked ? 'Active' : 'Inactive')}
    </Switch>
  )
}

export default {
  name: 'Switch',
  states: {
    Default: () => <Example />,
    Disabled: () => <Example disabled />,
    'Long text': () => <Example text="Words that do not fit into one line of a small phone at 200 % text" />,
  },
} satisfies Story
