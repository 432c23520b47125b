import { type ComponentProps, useState } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import type { Story } from './story.ts'

type Look = Pick<ComponentProps<typeof Dialog>, 'wide' | 'layout'>

function Example({ text, ...look }: Look & { text: string }) {
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
        {...look}
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
    Tall: () => <Example text="For lists with a field below, on a phone." layout="tall" />,
    Form: () => <Example text="For items and forms: on a phone a page with Back." layout="form" />,
    'Long text': () => <Example text={'It scrolls between its head and its foot. '.repeat(80)} />,
  },
} satisfies Story
