import { Ellipsis, Pencil, Trash } from 'lucide'
import { Icon } from './Icon.tsx'
import { Menu } from './Menu.tsx'
import type { Story } from './story.ts'

const nothing = () => {}

export default {
  name: 'Menu',
  states: {
    Default: () => (
      <Menu
        label="More"
        items={[
          { label: 'Edit', icon: <Icon icon={Pencil} size={18} />, onSelect: nothing },
          { label: 'Delete', icon: <Icon icon={Trash} size={18} />, danger: true, onSelect: nothing },
        ]}
      >
        <Icon icon={Ellipsis} />
      </Menu>
    ),
    'With a row above the list': () => (
      <Menu
        label="Message options"
        quickItems={[
          { label: 'React with 👍', icon: '👍', isOn: true, onSelect: nothing },
          { label: 'React with ❤️', icon: '❤️', onSelect: nothing },
        ]}
        items={[{ label: 'Edit', icon: <Icon icon={Pencil} size={18} />, onSelect: nothing }]}
      >
        <Icon icon={Ellipsis} />
      </Menu>
    ),
  },
} satisfies Story
