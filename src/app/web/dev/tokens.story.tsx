import type { Story } from '../../../shared/web/ui/story.ts'

const colours = 'paper surface sunken line ink soft faint brand brand-strong brand-soft on-brand brick on-brick'
  .concat(' orange gold amber gold-soft sky danger on-danger')
  .split(' ')

export default {
  name: 'Tokens',
  states: {
    Colours: () =>
      colours.map((name) => (
        <span key={name} className="inline-flex flex-col items-center gap-1 text-tiny">
          <span className="size-14 rounded-control border border-line" style={{ background: `var(--color-${name})` }} />
          {name}
        </span>
      )),
    Type: () => (
      <div className="space-y-1">
        <p className="font-display text-hero font-semibold">Hero 28: a page on a desk</p>
        <p className="font-display text-title font-semibold">Title 24: a page on a phone</p>
        <p className="font-display text-card font-semibold">Card 17: a card or a dialog</p>
        <p className="text-body">Body 16: posts, messages and fields on phones</p>
        <p>Base 15: everything else</p>
        <p className="text-small text-soft">Small 13: times and hints</p>
        <p className="text-tiny text-soft">Tiny 12: badges, never less</p>
      </div>
    ),
  },
} satisfies Story
