import { Logo } from './Logo.tsx'
import type { Story } from './story.ts'

export default { name: 'Logo', states: { Default: () => <Logo size={40} /> } } satisfies Story
