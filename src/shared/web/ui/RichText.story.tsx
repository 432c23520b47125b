import { RichText } from './RichText.tsx'
import type { Story } from './story.ts'

export default {
  name: 'RichText',
  states: {
    Default: () => (
      <RichText text={'Words keep their lines,\nand https://example.org becomes a link.'} className="text-body" />
    ),
    Mentions: () => <RichText text="Ask @Ada Castellan." mentions={[{ id: 'ada', name: 'Ada Castellan' }]} />,
    'Long text': () => (
      <div>
        <RichText text={'A long text is folded.\n'.repeat(20)} />
      </div>
    ),
  },
} satisfies Story
