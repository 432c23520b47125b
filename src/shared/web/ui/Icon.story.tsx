import { Flag, Heart, Pencil, Trash } from 'lucide'
import { Icon } from './Icon.tsx'
import type { Story } from './story.ts'

export default {
  name: 'Icon',
  states: {
    Default: () => [Flag, Heart, Pencil, Trash].map((icon, index) => <Icon key={String(index)} icon={icon} />),
    Sizes: () => [14, 16, 18, 20, 24].map((size) => <Icon key={size} icon={Heart} size={size} />),
    Filled: () => <Icon icon={Heart} fill="currentColor" className="text-brick" />,
  },
} satisfies Story
