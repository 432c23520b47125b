import { Heart } from 'lucide'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import type { Story } from './story.ts'

export default {
  name: 'IconButton',
  states: {
    Default: () => (
      <IconButton label="Like">
        <Icon icon={Heart} />
      </IconButton>
    ),
    Disabled: () => (
      <IconButton label="Like" disabled>
        <Icon icon={Heart} />
      </IconButton>
    ),
  },
} satisfies Story
