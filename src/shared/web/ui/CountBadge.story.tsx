import { CountBadge } from './CountBadge.tsx'
import type { Story } from './story.ts'

export default {
  name: 'CountBadge',
  states: {
    Default: () => (
      <span>
        Messages <CountBadge count={6} before=", " after=" unread" />
      </span>
    ),
    'Large number': () => <CountBadge count={123} />,
    Muted: () => <CountBadge count={6} muted />,
  },
} satisfies Story
