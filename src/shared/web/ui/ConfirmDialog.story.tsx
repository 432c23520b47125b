import { useState } from 'react'
import { Button } from './Button.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import type { Story } from './story.ts'

function Example({ isPending = false, error }: { isPending?: boolean; error?: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Open</Button>
      {isOpen && (
        <ConfirmDialog
          onClose={close}
          title="Delete part"
          question="Are you sure?"
          confirmLabel="Delete part"
          onConfirm={close}
          isPending={isPending}
          error={error}
        />
      )}
    </>
  )
}

export default {
  name: 'ConfirmDialog',
  states: {
    Default: () => <Example />,
    Pending: () => <Example isPending />,
    Error: () => <Example error="It did not work the last time" />,
  },
} satisfies Story
