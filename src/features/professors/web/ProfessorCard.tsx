import { Ellipsis, GitCompareArrows } from 'lucide'
import { useRef } from 'react'
import { Link } from 'react-router'
import { useLongPress } from '../../../shared/web/long-press.ts'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { Menu } from '../../../shared/web/ui/Menu.tsx'
import { ToggleButton } from '../../../shared/web/ui/ToggleButton.tsx'
import type { Professor } from '../contract.ts'
import type { Selection } from './compare.ts'
import {
  counted,
  difficultyTone,
  difficultyWord,
  shown,
  shownPercent,
  toAvatarPerson,
  topTags,
  wouldTakeAgainTone,
} from './labels.ts'
import { Score, Tile } from './Score.tsx'

const shownTags = 3
const shownFields = 3

/** One professor of the list: name, rating, difficulty and number of ratings. */
export function ProfessorCard({ professor, selection }: { professor: Professor; selection: Selection }) {
  const { id, full_name, title, department_name, specializations, total_ratings, top_review } = professor
  const tags = topTags(professor, shownTags)
  const more = specializations.length - shownFields
  const takeAgainAnswers = counted(professor.would_take_again_count, 'answer')
  const isChosen = selection.has(id)
  const isComparing = selection.chosen.length > 0
  const card = useRef<HTMLElement>(null)
  const longPress = useLongPress(
    (target) => (target.closest('button') ? null : card.current),
    () => selection.toggle(professor),
  )
  return (
    <article
      ref={card}
      {...longPress}
      aria-label={full_name}
      className="group card relative px-4 py-4 [-webkit-touch-callout:none] desk:px-5"
    >
      <div className="flex items-start gap-3.5">
        <span className="flex shrink-0 *:size-12 *:text-base">
          <Avatar person={toAvatarPerson(professor)} size={64} />
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="text-card leading-snug">
            <Link
              to={`/rate-my-professor/${id}`}
              className="after:absolute after:inset-0 after:rounded-card hover:underline"
            >
              {full_name}
            </Link>
          </h2>
          <p className="text-soft">{[title, department_name].filter(Boolean).join(' · ')}</p>
          {specializations.length > 0 && (
            <p className="mt-0.5 text-small text-faint">
              {specializations.slice(0, shownFields).join(', ')}
              {more > 0 && <span className="whitespace-nowrap"> +{more} more</span>}
            </p>
          )}
        </div>
        <p className="shrink-0 text-right">
          <Score value={professor.average_rating} {...(total_ratings > 0 ? { count: total_ratings } : {})} />
          <span aria-hidden={total_ratings > 0} className="mt-1 block text-small text-soft tabular-nums">
            {total_ratings > 0 ? counted(total_ratings) : 'No ratings yet'}
          </span>
        </p>
      </div>
      <div className="mt-2.5 flex flex-wrap gap-x-5 gap-y-2 text-small">
        <p className="text-soft">
          Difficulty{' '}
          <Tile tone={difficultyTone(professor.difficulty_rating)}>
            {[shown(professor.difficulty_rating), difficultyWord(professor.difficulty_rating)]
              .filter(Boolean)
              .join(' · ')}
          </Tile>
        </p>
        <p className="text-soft" title={`From ${takeAgainAnswers}`}>
          Would take again{' '}
          <Tile tone={wouldTakeAgainTone(professor.would_take_again_percentage)}>
            {shownPercent(professor.would_take_again_percentage)}
          </Tile>
          <span className="sr-only"> from {takeAgainAnswers}</span>
        </p>
      </div>
      {top_review && (
        <p dir="auto" className="mt-2 line-clamp-2 wrap-anywhere text-soft">
          “{top_review}”
        </p>
      )}
      <div className="-mb-1.5 flex items-center gap-1">
        {tags.length > 0 && (
          <ul aria-label="Top tags" className="flex min-w-0 flex-1 flex-wrap gap-1.5 py-1.5 text-small">
            {tags.map(([tag]) => (
              <li key={tag} className="rounded-full bg-sunken px-2.5 py-0.5 text-soft">
                {tag}
              </li>
            ))}
          </ul>
        )}
        <ToggleButton
          isPressed={isChosen}
          onPress={() => selection.toggle(professor)}
          aria-label={`Compare ${full_name}`}
          className={`relative ml-auto shrink-0 rounded-control text-small font-medium aria-pressed:bg-brand-soft ${isComparing ? '' : 'max-desk:hidden desk:opacity-0 desk:group-focus-within:opacity-100 desk:group-hover:opacity-100'}`}
        >
          <Icon icon={GitCompareArrows} size={16} />
          Compare
        </ToggleButton>
        <Menu
          label={`Options for ${full_name}`}
          className={`relative -mr-2.5 shrink-0 ${isComparing ? '' : 'max-desk:ml-auto'}`}
          items={[
            {
              label: isChosen ? 'Remove from comparison' : 'Compare',
              icon: <Icon icon={GitCompareArrows} size={18} />,
              onSelect: () => selection.toggle(professor),
            },
          ]}
        >
          <Icon icon={Ellipsis} />
        </Menu>
      </div>
    </article>
  )
}
