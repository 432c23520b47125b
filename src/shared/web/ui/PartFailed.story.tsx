import { PartFailed } from './PartFailed.tsx'
import type { Story } from './story.ts'

const failure = { isGone: false, isRetrying: false, retry: () => {} }

export default {
  name: 'PartFailed',
  states: {
    Error: () => <PartFailed failure={failure} />,
    Pending: () => <PartFailed failure={{ ...failure, isRetrying: true }} />,
    'New version': () => <PartFailed failure={{ ...failure, isGone: true }} />,
  },
} satisfies Story
