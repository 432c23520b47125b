import { useQuery } from '@tanstack/react-query'
import { query } from '../../../shared/web/api.ts'
import { friendsApi } from '../contract.gen.ts'

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ#']

type Props = { list: 'friends' | 'directory'; letter: string; onChoose: (letter: string) => void }

/**
 * An index of letters beside a long list. A letter filters by initial; pressing it again removes the filter. Letters
 * without names are disabled once they are known.
 */
export function LetterIndex({ list, letter, onChoose }: Props) {
  const used = useQuery(query(friendsApi.initials, { query: { list } })).data?.data
  return (
    <fieldset className="sticky top-[calc(6.5rem+env(safe-area-inset-top))] max-h-[calc(100dvh-10.5rem)] self-start overflow-y-auto py-2 [scrollbar-width:none] desk:top-17 desk:max-h-[calc(100dvh-5rem)]">
      <legend className="sr-only">Names starting with</legend>
      {letters.map((each) => (
        <button
          key={each}
          type="button"
          disabled={used && each !== letter && !used.includes(each)}
          aria-pressed={each === letter}
          aria-label={each === '#' ? 'Other' : each}
          onClick={() => onChoose(each === letter ? '' : each)}
          className="centered h-6 w-8 rounded-full text-tiny font-semibold text-soft -outline-offset-2 enabled:hover:bg-sunken enabled:hover:text-ink disabled:opacity-35 aria-pressed:bg-ink aria-pressed:text-paper"
        >
          {each}
        </button>
      ))}
    </fieldset>
  )
}
