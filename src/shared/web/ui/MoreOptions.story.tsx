import { useState } from 'react'
import { Field } from './Field.tsx'
import { MoreOptions } from './MoreOptions.tsx'
import type { Story } from './story.ts'

function Tags() {
  const [tags, setTags] = useState('')
  return <Field label="Tags" value={tags} onChange={setTags} />
}

export default {
  name: 'MoreOptions',
  states: {
    Default: () => (
      <MoreOptions summary="Anyone in the group · no tags">
        <Tags />
      </MoreOptions>
    ),
    Open: () => (
      <MoreOptions open summary="Anyone in the group · no tags">
        <Tags />
      </MoreOptions>
    ),
    'Long text': () => (
      <MoreOptions summary="Anyone in the group · chess, cocoa, openings, endgames, tournaments and everything else">
        <Tags />
      </MoreOptions>
    ),
  },
} satisfies Story
