import type { MutedWord, WordPlace } from '../../../shared/words.ts'

export const placeLabels: readonly (readonly [place: WordPlace, label: string])[] = [
  ['feed', 'Feed'],
  ['comments', 'Comments'],
  ['groups', 'Groups'],
  ['confessions', 'Confessions'],
  ['marketplace', 'Marketplace'],
]

export const matchLabels = [
  ['word', 'Whole word'],
  ['anywhere', 'Anywhere'],
] as const

/** What a word hides: 'Whole word · Feed, Groups · Until 24 Nov 2026 · Not from friends'. */
export function describeWord({ match, places, ends_at, except_friends }: MutedWord, timeZone: string): string {
  const shown = placeLabels.filter(([place]) => places.includes(place)).map(([, label]) => label)
  const end =
    ends_at && new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone }).format(new Date(ends_at * 1000))
  return [
    matchLabels.find(([value]) => value === match)?.[1],
    shown.length === placeLabels.length ? 'Everywhere' : shown.join(', '),
    end && `Until ${end}`,
    except_friends && 'Not from friends',
  ]
    .filter(Boolean)
    .join(' · ')
}
