import type { Story } from './story.ts'
import { Time } from './Time.tsx'

const now = Math.floor(Date.now() / 1000)

export default {
  name: 'Time',
  states: {
    Default: () => [0, 600, 7200, 200_000, 40_000_000].map((age) => <Time key={age} at={now - age} />),
  },
} satisfies Story
