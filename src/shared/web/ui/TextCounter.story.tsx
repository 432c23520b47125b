import type { Story } from './story.ts'
import { TextCounter } from './TextCounter.tsx'

const limits = { max: 2000, warnAbove: 1500, alertAbove: 1800 }

export default {
  name: 'TextCounter',
  states: {
    Default: () => <TextCounter length={0} {...limits} />,
    Orange: () => <TextCounter length={1501} {...limits} />,
    Red: () => <TextCounter length={1801} {...limits} />,
    'With words': () => (
      <TextCounter length={4} max={500}>
        {' '}
        (Minimum 10 characters required)
      </TextCounter>
    ),
  },
} satisfies Story
