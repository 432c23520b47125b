import { SendLink } from './SendLink.tsx'
import type { Story } from './story.ts'

export default {
  name: 'SendLink',
  states: {
    Default: () => <SendLink kind="question" id="00000000-0000-4000-8000-000000000000" name="Two roots of four" />,
  },
} satisfies Story
