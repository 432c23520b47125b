import { type ComponentProps, useState } from 'react'
import { ReactionButton } from './ReactionButton.tsx'
import type { Story } from './story.ts'

function Example(props: Partial<ComponentProps<typeof ReactionButton>>) {
  const [isOn, setIsOn] = useState(false)
  return <ReactionButton isOn={isOn} onToggle={() => setIsOn(!isOn)} count={Number(isOn)} {...props} />
}

export default {
  name: 'ReactionButton',
  states: {
    Default: () => <Example />,
    Liked: () => <Example isOn count={12} />,
    'Without likes': () => <Example word="Like" />,
    Small: () => <Example small />,
    Disabled: () => <Example disabled />,
  },
} satisfies Story
