import { Button } from '../../../shared/web/ui/Button.tsx'
import { LawnIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { EmptyState } from '../../../shared/web/ui/states.tsx'

type Props = { narrowed: boolean; onWrite: () => void; onReset: () => void }

/** Shown in an empty feed, and when no post matches. */
export default function NoPosts({ narrowed, onWrite, onReset }: Props) {
  if (narrowed) {
    return (
      <EmptyState
        illustration={<LawnIllustration />}
        title="No posts found"
        text="Try another search or filter."
        action={<Button onClick={onReset}>Show all posts</Button>}
      />
    )
  }
  return (
    <EmptyState
      illustration={<LawnIllustration />}
      title="Welcome to Your Feed!"
      text="No posts yet. Someone has to be first on the lawn."
      action={
        <Button variant="primary" onClick={onWrite}>
          Create Your First Post
        </Button>
      }
    />
  )
}
