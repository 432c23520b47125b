import { Button } from './Button.tsx'
import type { Story } from './story.ts'
import { toast } from './toasts.tsx'

export default {
  name: 'Toast',
  states: {
    Success: () => <Button onClick={() => toast.success('It is done')}>Success</Button>,
    Failure: () => <Button onClick={() => toast.error('It failed')}>Failure</Button>,
    Undo: () => <Button onClick={() => toast.undo('It is done', () => {})}>Undo</Button>,
    Offer: () => (
      <Button onClick={() => toast.offer('It could be done', { label: 'Do it', onAccept: () => {} })}>Offer</Button>
    ),
  },
} satisfies Story
