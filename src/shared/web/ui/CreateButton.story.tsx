import { CreateButton } from './CreateButton.tsx'
import type { Story } from './story.ts'

export default {
  name: 'CreateButton',
  states: {
    // A transform makes the frame the place of what is fixed.
    'At the top of the page': () => (
      <div className="relative h-32 translate-0">
        <CreateButton label="Create Listing" onPress={() => {}} />
      </div>
    ),
  },
} satisfies Story
