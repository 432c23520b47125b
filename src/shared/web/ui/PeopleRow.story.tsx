import { PeopleRow } from './PeopleRow.tsx'
import type { Story } from './story.ts'

const people = ['Ada Castellan', 'Alan Teo', 'Grace Mbeki'].map((name) => ({ id: name, name, avatar_url: null }))

export default {
  name: 'PeopleRow',
  states: {
    Default: () => <PeopleRow people={people} text="Ada, Alan and 12 going" />,
    Empty: () => <PeopleRow people={[]} text="No one yet" />,
    'Long text': () => (
      <PeopleRow people={people} text="People with names that together do not fit into one line of a small phone" />
    ),
  },
} satisfies Story
