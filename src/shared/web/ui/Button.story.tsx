import { Button } from './Button.tsx'
import type { Story } from './story.ts'

const variants = ['primary', 'secondary', 'ghost', 'danger'] as const

export default {
  name: 'Button',
  states: {
    Default: () =>
      variants.map((variant) => (
        <Button key={variant} variant={variant}>
          {variant}
        </Button>
      )),
    Disabled: () =>
      variants.map((variant) => (
        <Button key={variant} variant={variant} disabled>
          {variant}
        </Button>
      )),
    Pending: () =>
      variants.map((variant) => (
        <Button key={variant} variant={variant} pendingLabel="Working...">
          {variant}
        </Button>
      )),
    'Long text': () => <Button>A button with a label that does not fit into one line of a small phone at 200 %</Button>,
  },
} satisfies Story
