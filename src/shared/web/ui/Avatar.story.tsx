import { Avatar } from './Avatar.tsx'
import type { Story } from './story.ts'

const person = (name: string) => ({ id: name, name, avatar_url: null })

export default {
  name: 'Avatar',
  states: {
    'All sizes': () =>
      ([20, 32, 36, 40, 64, 112] as const).map((size) => (
        <Avatar key={size} size={size} person={person(`Ada Castellan ${size}`)} />
      )),
    Picture: () => <Avatar person={{ ...person('Ada Castellan'), avatar_url: '/icon.svg' }} />,
    Anonymous: () => <Avatar person={{ id: null, name: 'Anonymous', avatar_url: null }} />,
  },
} satisfies Story
