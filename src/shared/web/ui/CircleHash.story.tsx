import { CircleHash } from './CircleHash.ts'
import { Icon } from './Icon.tsx'
import type { Story } from './story.ts'

export default {
  name: 'CircleHash',
  states: { Default: () => <Icon icon={CircleHash} className="text-brand" /> },
} satisfies Story
