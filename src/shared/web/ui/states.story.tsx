import { ApiError } from '../data/errors.ts'
import { Avatar } from './Avatar.tsx'
import { Button } from './Button.tsx'
import { LawnIllustration } from './illustrations.tsx'
import { EmptyState, ErrorState, Skeleton } from './states.tsx'
import type { Story } from './story.ts'

const nothing = () => {}
const fault = new ApiError(500, { error: 'An error occurred', request_id: 'req-1a2b' })

export default {
  name: 'States',
  states: {
    Pending: () => <Skeleton className="h-24 w-full" />,
    Error: () => <ErrorState text="Failed to load parts" error={fault} onRetry={nothing} />,
    Offline: () => <ErrorState text="Failed to load parts" error={new ApiError(0, {})} onRetry={nothing} />,
    'Error with title': () => (
      <ErrorState title="Something went wrong" text="Failed to load parts" error={fault} onRetry={nothing} />
    ),
    'Error in a card': () => (
      <div className="card">
        <ErrorState bare text="Failed to load parts" error={fault} onRetry={nothing} />
      </div>
    ),
    Empty: () => (
      <EmptyState
        illustration={<LawnIllustration />}
        title="Nothing here yet"
        text="One sentence, one thing to do."
        action={<Button variant="primary">Do it</Button>}
      />
    ),
    'Empty with suggestions': () => (
      <EmptyState
        illustration={<LawnIllustration />}
        title="No friends yet"
        suggestions={
          <ul>
            {['Ada', 'Alan'].map((name) => (
              <li key={name} className="flex min-h-11 items-center gap-3">
                <Avatar person={{ id: name, name, avatar_url: null }} /> {name}
              </li>
            ))}
          </ul>
        }
      />
    ),
  },
} satisfies Story
