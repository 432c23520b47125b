import { type ReactNode, useState } from 'react'
import { Button } from './Button.tsx'
import { Field } from './Field.tsx'
import { FormDialog } from './FormDialog.tsx'
import type { Story } from './story.ts'

type ExampleProps = { isPending?: boolean; problem?: string; preview?: ReactNode }

function Example({ isPending = false, problem, preview }: ExampleProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [title, setTitle] = useState('Quiet hours')
  const close = () => setIsOpen(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Open</Button>
      {isOpen && (
        <FormDialog
          title="Add rule"
          form={{ id: 'story-rule', onSubmit: (event) => event.preventDefault() }}
          submitLabel="Add rule"
          isPending={isPending}
          pendingLabel="Saving..."
          problem={problem}
          preview={preview}
          onClose={close}
        >
          <Field label="Title" value={title} onChange={setTitle} />
        </FormDialog>
      )}
    </>
  )
}

export default {
  name: 'FormDialog',
  states: {
    Default: () => <Example />,
    Pending: () => <Example isPending />,
    Error: () => <Example problem="It did not work the last time" />,
    'With a preview': () => <Example preview={<p>Rule: Quiet hours</p>} />,
  },
} satisfies Story
