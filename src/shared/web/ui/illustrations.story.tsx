import { GateIllustration, LawnIllustration, MailIllustration, StallIllustration } from './illustrations.tsx'
import type { Story } from './story.ts'

export default {
  name: 'Illustrations',
  states: {
    Lawn: () => <LawnIllustration />,
    Mail: () => <MailIllustration />,
    Gate: () => <GateIllustration className="w-32 text-brand" />,
    Stall: () => <StallIllustration className="h-24 text-brand" />,
  },
} satisfies Story
