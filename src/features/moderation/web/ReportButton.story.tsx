import type { Story } from '../../../shared/web/ui/story.ts'
import { ReportButton } from './ReportButton.tsx'

const lawn = { label: 'Report Chess on the lawn', what: 'event', id: 'story', text: 'Chess on the lawn' }

export default {
  name: 'ReportButton',
  states: {
    Default: () => <ReportButton {...lawn} report={() => Promise.resolve({})} />,
    Error: () => <ReportButton {...lawn} report={() => Promise.reject(new Error('Offline'))} />,
    Pending: () => <ReportButton {...lawn} report={() => new Promise(() => {})} />,
  },
} satisfies Story
