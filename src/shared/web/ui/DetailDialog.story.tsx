import { useState } from 'react'
import { ApiError } from '../data/errors.ts'
import { Button } from './Button.tsx'
import { DetailDialog } from './DetailDialog.tsx'
import type { Story } from './story.ts'

type Props = { item?: { readonly title: string }; isPending?: boolean; error?: Error }

function Example({ item, isPending = false, error }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Open</Button>
      {isOpen && (
        <DetailDialog
          onClose={() => setIsOpen(false)}
          what="Event"
          title={item?.title}
          item={item}
          isPending={isPending}
          error={error ?? null}
          onRetry={() => {}}
          goneText="It may have been deleted, or it belongs to another school."
          failureText="We couldn’t load this event."
          actions={() => <Button variant="primary">I’m in</Button>}
        >
          {({ title }) => <p>Everything about {title}.</p>}
        </DetailDialog>
      )}
    </>
  )
}

export default {
  name: 'DetailDialog',
  states: {
    Default: () => <Example item={{ title: 'Chess on the lawn' }} />,
    Pending: () => <Example isPending />,
    'Not found': () => <Example error={new ApiError(404, {})} />,
    Error: () => <Example error={new ApiError(500, { error: 'An error occurred', request_id: 'req-1a2b' })} />,
    'Long text': () => <Example item={{ title: 'A title that is longer than the dialog is wide. '.repeat(3) }} />,
  },
} satisfies Story
