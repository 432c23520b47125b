import { SiteFooter } from './SiteFooter.tsx'
import type { Story } from './story.ts'

export default {
  name: 'SiteFooter',
  states: { Default: () => <SiteFooter /> },
} satisfies Story
