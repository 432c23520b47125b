import { toOptions } from '../../../shared/web/options.ts'
import type { professorSorts } from '../contract.gen.ts'
import type { Professor } from '../contract.ts'

export type Sort = (typeof professorSorts)[number]
export const sorts = toOptions<Sort>({
  rating: 'Rating',
  name: 'Name',
  total_ratings: 'Review count',
  difficulty: 'Difficulty',
})

export const reviewSorts = [
  ['created_at desc', 'Newest First'],
  ['created_at asc', 'Oldest First'],
  ['overall_rating desc', 'Highest Rated'],
  ['overall_rating asc', 'Lowest Rated'],
  ['helpful_count desc', 'Most Helpful'],
] as const
export type ReviewSort = (typeof reviewSorts)[number][0]

export const quickTags = [
  'Helpful',
  'Clear',
  'Tough Grader',
  'Fair',
  'Organized',
  'Engaging',
  'Caring',
  'Strict',
] as const

/** Milliseconds for which success toasts are shown under /rate-my-professor. */
export const toastFor = 4000

/** Formats a mean with one decimal, or 'N/A' for none. */
export const shown = (value: number | null | undefined): string => (value && value > 0 ? value.toFixed(1) : 'N/A')
export const shownPercent = (value: number | null): string => (value === null ? 'N/A' : `${Math.round(value)}%`)

export type Tone = 'green' | 'blue' | 'yellow' | 'orange' | 'red' | 'gray' | 'light gold' | 'gold' | 'dark gold'

const steps = (value: number | null | undefined, bounds: readonly [number, number, number], tones: readonly Tone[]) => {
  if (value === null || value === undefined) return 'gray'
  const at = bounds.findIndex((bound) => value >= bound)
  return tones.at(at) ?? 'gray' // below all bounds findIndex returns -1, which selects the last tone
}

/** Tone of a mean: the higher, the better. */
export const qualityTone = (value: number | null): Tone =>
  value !== null && value <= 0 ? 'gray' : steps(value, [4, 3, 2], ['green', 'yellow', 'orange', 'red'])
/** Tone of a difficulty: the lower, the better. */
export const difficultyTone = (value: number | null): Tone =>
  value !== null && value <= 0 ? 'gray' : steps(value, [4, 3, 2], ['red', 'orange', 'yellow', 'green'])
/** Tone of a workload: the more work, the darker the gold. More is not worse. */
export const workloadTone = (value: number | null): Tone =>
  value !== null && value <= 0 ? 'gray' : steps(value, [4, 2.5, 0], ['dark gold', 'gold', 'light gold'])
/** The word for a difficulty, or nothing without ratings. */
export const difficultyWord = (value: number | null): string | undefined =>
  value === null || value <= 0 ? undefined : value >= 4 ? 'hard' : value >= 2.5 ? 'fair' : 'easy'
export const wouldTakeAgainTone = (percent: number | null): Tone =>
  steps(percent, [80, 60, 40], ['green', 'yellow', 'orange', 'red'])
export const gradeTone = (grade: string): Tone =>
  (({ A: 'green', B: 'blue', C: 'yellow', D: 'orange', F: 'red' }) as const)[grade[0] as 'A'] ?? 'gray'

/** '1 rating', '7 ratings'. */
export const counted = (count: number, what = 'rating'): string =>
  `${count.toLocaleString()} ${what}${count === 1 ? '' : 's'}`

/** All statistics of a professor, each with its tone and the number of ratings behind it. */
export const listFigures = (professor: Professor) => {
  const { total_ratings: on } = professor
  const quality = (label: string, value: number | null) => ({ label, value, on, tone: qualityTone(value) })
  const { difficulty_rating: difficulty } = professor
  return [
    {
      label: 'Difficulty',
      value: difficulty,
      on,
      tone: difficultyTone(difficulty),
      word: difficultyWord(difficulty),
    },
    quality('Engagement', professor.average_engagement_rating),
    quality('Teaching Quality', professor.average_teaching_quality_rating),
    {
      label: 'Workload',
      value: professor.average_workload_rating,
      on,
      tone: workloadTone(professor.average_workload_rating),
    },
    quality('Fun Factor', professor.average_fun_rating),
  ]
}

/** The most frequent tags with their counts. */
export const topTags = (professor: Professor, max = Number.POSITIVE_INFINITY): (readonly [string, number])[] =>
  Object.entries(professor.tags_summary)
    .sort(([one, fewer], [other, more]) => more - fewer || one.localeCompare(other))
    .slice(0, max)

type Portrayed = Pick<Professor, 'id' | 'first_name' | 'last_name' | 'avatar_url'>

/** Props for the avatar, whose initials are those of the first and the last name: 'LV' for Ludwig van Beethoven. */
export const toAvatarPerson = ({ id, first_name, last_name, avatar_url }: Portrayed) => ({
  id,
  name: [first_name, last_name].map((name) => name.trim().split(/\s+/, 1)[0]).join(' '),
  avatar_url,
})
