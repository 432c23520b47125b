import { MessageCircle } from 'lucide'
import { CountButton } from './CountButton.tsx'
import type { Story } from './story.ts'

export default {
  name: 'CountButton',
  states: {
    Default: () => <CountButton icon={MessageCircle} count={3} label="3 comments" />,
    Small: () => <CountButton icon={MessageCircle} count={3} label="3 comments" small />,
    Disabled: () => <CountButton icon={MessageCircle} count={3} label="3 comments" disabled />,
    'Large number': () => <CountButton icon={MessageCircle} count={123_456} label="123456 comments" />,
  },
} satisfies Story
