import { LinkTabs } from './LinkTabs.tsx'
import type { Story } from './story.ts'

export default {
  name: 'LinkTabs',
  states: {
    Default: () => (
      <LinkTabs
        label="Parts"
        active="one"
        to={(name) => `?tab=${name}`}
        className="w-full"
        tabs={[
          { name: 'one', label: 'One', count: 3 },
          { name: 'two', label: 'Two', news: 3 },
        ]}
      />
    ),
  },
} satisfies Story
