import { Button } from './Button.tsx'
import { StickyFoot } from './StickyFoot.tsx'
import type { Story } from './story.ts'

export default {
  name: 'StickyFoot',
  states: {
    Default: () => (
      <section aria-label="Example" className="card h-40 w-full overflow-y-auto">
        <p className="h-60 p-4">The content scrolls under the foot.</p>
        <StickyFoot>
          <Button>Save</Button>
          <Button variant="primary">Contact Seller</Button>
        </StickyFoot>
      </section>
    ),
    Pending: () => (
      <StickyFoot>
        <Button variant="primary" pendingLabel="Posting...">
          Post
        </Button>
      </StickyFoot>
    ),
  },
} satisfies Story
