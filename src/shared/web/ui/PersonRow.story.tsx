import { Button } from './Button.tsx'
import { PersonRow } from './PersonRow.tsx'
import type { Story } from './story.ts'

const ada = { id: 'ada', name: 'Ada Castellan', avatar_url: null }

export default {
  name: 'PersonRow',
  states: {
    Default: () => (
      <ul className="w-full">
        <PersonRow person={ada} to="/profile/ada" reason="Same major · 2 mutual friends">
          <Button>Add</Button>
        </PersonRow>
      </ul>
    ),
    Pending: () => (
      <ul className="w-full">
        <PersonRow person={ada} to="/profile/ada" reason="Same major">
          <Button pendingLabel="Pending">Add</Button>
        </PersonRow>
      </ul>
    ),
    'Long text': () => (
      <ul className="w-full">
        <PersonRow
          person={{ ...ada, name: 'A person whose name is longer than the row is wide on a small phone' }}
          to="/profile/ada"
          reason="A reason that is longer than the row is wide on a small phone"
        >
          <Button variant="primary">Accept</Button>
        </PersonRow>
      </ul>
    ),
  },
} satisfies Story
