import { Trophy } from 'lucide'
import { BarSlot, InBar } from './AppBar.tsx'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import type { Story } from './story.ts'

export default {
  name: 'AppBar',
  states: {
    'With an action': () => (
      <div className="flex min-h-14 items-center border-b border-line px-4">
        <span className="flex-1 font-display text-[1.25rem] font-semibold">Help</span>
        <BarSlot name="action" />
        <InBar slot="action">
          <IconButton label="Leaderboard">
            <Icon icon={Trophy} />
          </IconButton>
        </InBar>
      </div>
    ),
  },
} satisfies Story
