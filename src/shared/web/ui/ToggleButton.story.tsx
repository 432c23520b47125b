import { ThumbsUp } from 'lucide'
import { useState } from 'react'
import { Icon } from './Icon.tsx'
import type { Story } from './story.ts'
import { ToggleButton } from './ToggleButton.tsx'

function Example({ disabled = false, text }: { disabled?: boolean; text: string }) {
  const [isPressed, setIsPressed] = useState(false)
  return (
    <ToggleButton isPressed={isPressed} onPress={() => setIsPressed(!isPressed)} disabled={disabled}>
      <Icon icon={ThumbsUp} size={18} fill={isPressed ? 'currentColor' : 'none'} />
      {text}
    </ToggleButton>
  )
}

export default {
  name: 'ToggleButton',
  states: {
    Default: () => <Example text="Helpful" />,
    Disabled: () => <Example text="Helpful" disabled />,
    'Long text': () => <Example text="Words that do not fit into one line of a small phone at 200 % text" />,
  },
} satisfies Story
