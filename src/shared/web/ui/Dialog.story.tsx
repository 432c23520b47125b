import { useState } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import type { Story } from './story.ts'

function Example({ text, wide = false }: { text: string; wide?: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Open</Button>
      <Dialog
        open={isOpen}
        onClose={close}
        title="A dialog"
        description="And what it is about"
        wide={wide}
        actions={<Button onClick={close}>Cancel</Button>}
      >
        <p>{text}</p>
      </Dialog>
    </>
  )
}

export default {
  name: 'Dialog',
  states: {
    Default: () => <Example text="Pull its head down on a phone; press Escape on a desk." />,
    Wide: () => <Example text="For details and long forms." wide />,
    'Long text': () => <Example text={'It scrolls between its head and its foot. '.repeat(80)} />,
  },
} satisfies Story
