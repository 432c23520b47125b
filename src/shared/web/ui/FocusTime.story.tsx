import { FocusTime } from './FocusTime.tsx'
import type { Story } from './story.ts'

export default {
  name: 'FocusTime',
  states: { Default: () => <FocusTime at={Math.floor(Date.now() / 1000) - 7200} /> },
} satisfies Story
