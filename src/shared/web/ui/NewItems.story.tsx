import { NewItemsButton } from './NewItems.tsx'
import type { Story } from './story.ts'

export default {
  name: 'NewItems',
  states: {
    Default: () => (
      <div className="h-14">
        <NewItemsButton count={3} noun="new event" isPending={false} onPress={() => {}} />
      </div>
    ),
    Loading: () => (
      <div className="h-14">
        <NewItemsButton count={1} noun="new event" isPending onPress={() => {}} />
      </div>
    ),
  },
} satisfies Story
