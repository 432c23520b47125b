import { RefreshButton } from './RefreshButton.tsx'
import type { Story } from './story.ts'

export default {
  name: 'RefreshButton',
  states: {
    Default: () => <RefreshButton onRefresh={() => Promise.resolve()} />,
    Icon: () => <RefreshButton look="icon" onRefresh={() => Promise.resolve()} />,
    'Never done': () => <RefreshButton onRefresh={() => new Promise(() => {})} />,
  },
} satisfies Story
