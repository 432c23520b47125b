import { Check, X } from 'lucide'
import { Link } from 'react-router'
import { useRefreshWhenPublished } from '../../../shared/web/publication.ts'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { RichText } from '../../../shared/web/ui/RichText.tsx'
import { Time } from '../../../shared/web/ui/Time.tsx'
import { professorsApi } from '../contract.gen.ts'
import type { Rating } from '../rating-contract.ts'
import { difficultyTone, gradeTone, qualityTone, shown, workloadTone } from './labels.ts'
import { ReviewActions } from './ReviewActions.tsx'
import { Score, Tile } from './Score.tsx'

const anonymous = { id: null, name: 'Anonymous', avatar_url: null }

/** One rating with its text and actions. */
export function ReviewCard({ review }: { review: Rating }) {
  useRefreshWhenPublished(review.pending, { below: professorsApi.list })
  const { reviewer, course, semester_taken, year_taken, created_at, edited_at } = review
  const name = reviewer?.name ?? 'Anonymous'
  const taken = [course?.code, [semester_taken, year_taken].filter(Boolean).join(' ')].filter(Boolean)
  const figures = [
    ['Difficulty', review.difficulty_rating, difficultyTone(review.difficulty_rating)],
    ['Teaching', review.teaching_quality_rating, qualityTone(review.teaching_quality_rating)],
    ['Engagement', review.engagement_rating, qualityTone(review.engagement_rating)],
    ['Workload', review.workload_rating, workloadTone(review.workload_rating)],
    ['Fun', review.fun_rating, qualityTone(review.fun_rating)],
  ] as const
  const facts = (
    [
      [review.would_take_again === true, 'Would take again'],
      [review.would_take_again === false, 'Would not take again', X],
      [review.attendance_mandatory, 'Attendance required'],
      [review.textbook_required, 'Textbook required'],
      [review.gives_extra_credit, 'Gives extra credit'],
    ] as const
  ).filter(([is]) => is)
  return (
    <article aria-label={`Review by ${name}`} className="card px-5 pt-4 pb-2">
      <header className="flex items-start gap-3">
        <Avatar person={reviewer ?? anonymous} size={40} />
        <div className="min-w-0 flex-1">
          <p className="font-semibold">
            {reviewer?.id ? (
              <Link to={`/profile/${reviewer.id}`} className="hover:underline">
                {name}
              </Link>
            ) : (
              name
            )}
            {review.is_author && <span className="font-normal text-soft"> · You</span>}
          </p>
          <p className="text-small text-faint">
            <Time at={created_at} />
            {edited_at !== null && (
              <>
                {' '}
                · Edited <Time at={edited_at} />
              </>
            )}
            {taken.length > 0 && <span> · {taken.join(' · ')}</span>}
          </p>
          {review.pending && (
            <p className="text-small text-faint">
              Only you can see this for now. Others will see it within two minutes.
            </p>
          )}
        </div>
        <Score value={review.overall_rating} />
      </header>
      <RichText text={review.review_text} className="mt-3 text-body" />
      <dl className="mt-3 flex flex-wrap gap-x-4 gap-y-1.5 text-small">
        {figures.map(([label, value, tone]) => (
          <div key={label} className="flex items-center gap-1.5">
            <dt className="text-soft">{label}</dt>
            <dd>
              <Tile tone={tone}>{shown(value)}</Tile>
            </dd>
          </div>
        ))}
        {review.course_grade && (
          <div className="flex items-center gap-1.5">
            <dt className="text-soft">Grade</dt>
            <dd>
              <Tile tone={gradeTone(review.course_grade)}>{review.course_grade}</Tile>
            </dd>
          </div>
        )}
      </dl>
      {facts.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-small text-soft">
          {facts.map(([, fact, icon = Check]) => (
            <li key={fact} className="inline-flex items-center gap-1">
              <Icon icon={icon} size={14} strokeWidth={2} />
              {fact}
            </li>
          ))}
        </ul>
      )}
      {review.tags.length > 0 && (
        <ul aria-label="Tags" className="mt-2.5 flex flex-wrap gap-1.5">
          {review.tags.map((tag) => (
            <li key={tag} className="rounded-full bg-sunken px-2.5 py-0.5 text-small text-soft">
              {tag}
            </li>
          ))}
        </ul>
      )}
      <ReviewActions review={review} name={name} />
    </article>
  )
}
