import { Clock, Globe, Mail, MapPin } from 'lucide'
import type { ReactNode } from 'react'
import { useFocusOnMount } from '../../../shared/web/focus.ts'
import { useIsDesktop } from '../../../shared/web/media-query.ts'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { RichText } from '../../../shared/web/ui/RichText.tsx'
import type { Professor } from '../contract.ts'
import { Figures } from './Figures.tsx'
import { counted, toAvatarPerson } from './labels.ts'
import { Score } from './Score.tsx'

/** A professor's name, title and 'department, school', the statistics of the ratings, and further details. */
export function ProfessorHead({ professor, children }: { professor: Professor; children: ReactNode }) {
  const heading = useFocusOnMount()
  const { first_name, last_name, title, department_name, total_ratings } = professor
  const isDesk = useIsDesktop()
  const place = (
    <>
      {title && <p className="font-medium">{title}</p>}
      <p className="text-soft">
        {department_name}, {professor.school || 'Unknown School'}
      </p>
    </>
  )
  const name = professor.full_name || `${first_name} ${last_name}`
  return (
    // On a phone, name and score stay at the top of the whole page, so their box must not end with the card.
    <section aria-label={name} className="desk:card max-desk:contents desk:px-5 desk:pb-5">
      <div className="bars-tools sticky top-[calc(3.5rem+env(safe-area-inset-top))] z-10 flex items-center gap-3 border-b border-line bg-surface px-5 py-3 desk:static desk:-mx-5 desk:rounded-t-card desk:border-0">
        <span className="flex shrink-0 max-desk:*:size-10 max-desk:*:text-base">
          <Avatar person={toAvatarPerson(professor)} size={64} />
        </span>
        <div className="min-w-0 flex-1">
          <h1 ref={heading} tabIndex={-1} className="text-card leading-tight wrap-anywhere desk:text-title">
            {name}
          </h1>
          {isDesk && place}
        </div>
        {total_ratings > 0 && (
          <p className="shrink-0 text-right">
            <Score value={professor.average_rating} count={total_ratings} size={isDesk ? 'large' : 'small'} />
            <span aria-hidden className="mt-1 block text-small text-soft">
              from {counted(total_ratings)}
            </span>
          </p>
        )}
      </div>
      <div className="max-desk:border-b max-desk:border-line max-desk:bg-surface max-desk:px-5 max-desk:pt-2 max-desk:pb-5">
        {!isDesk && place}
        {total_ratings === 0 && (
          <p className="mt-1">
            <span className="block font-display text-card font-semibold">No Ratings Yet</span>
            <span className="text-soft">Be the first to review!</span>
          </p>
        )}
        {total_ratings > 0 && <Figures professor={professor} />}
        <div className="mt-4">{children}</div>
      </div>
    </section>
  )
}

/** Office, contact, biography and fields of a professor; nothing when none are known. */
export function ProfessorDetails({ professor }: { professor: Professor }) {
  const { office_location, email, website_url, office_hours, bio, research_interests, years_teaching } = professor
  const facts: readonly (readonly [string, typeof Clock, ReactNode])[] = [
    ['Office', MapPin, office_location],
    ['Office hours', Clock, office_hours],
    ['Email', Mail, email && <Out to={`mailto:${email}`}>{email}</Out>],
    [
      'Website',
      Globe,
      website_url && (
        <Out to={website_url} away>
          {website_url.replace(/^https?:\/\//, '').replace(/\/$/, '')}
        </Out>
      ),
    ],
  ]
  const known = facts.filter(([, , fact]) => fact)
  const { specializations, courses_taught } = professor
  const isEmpty =
    [...known, bio, research_interests, ...specializations, ...courses_taught].filter(Boolean).length === 0
  if (isEmpty && years_teaching === null) return null
  return (
    <section aria-label="Details" className="card px-5 py-4 *:first:mt-0 *:first:border-0 *:first:pt-0">
      {known.length > 0 && (
        <dl className="mt-4 space-y-2 border-t border-line pt-4">
          {known.map(([label, icon, fact]) => (
            <div key={label} className="flex gap-2.5">
              <dt className="pt-0.5 text-faint">
                <Icon icon={icon} size={18} />
                <span className="sr-only">{label}</span>
              </dt>
              <dd className="min-w-0 break-words">{fact}</dd>
            </div>
          ))}
        </dl>
      )}
      {(bio || years_teaching !== null) && (
        <Part title="About">
          {bio && <RichText text={bio} className="text-soft" />}
          {years_teaching !== null && (
            <p className="text-small text-faint">
              {years_teaching === 0 ? 'First year of teaching' : `Teaching for ${counted(years_teaching, 'year')}`}
            </p>
          )}
        </Part>
      )}
      {research_interests && (
        <Part title="Research interests">
          <RichText text={research_interests} className="text-soft" />
        </Part>
      )}
      <Chips title="Specializations" chips={professor.specializations} />
      <Chips title="Courses Taught" chips={professor.courses_taught} />
    </section>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mt-4 border-t border-line pt-4">
    <h2 className="mb-1 text-card">{title}</h2>
    {children}
  </section>
)

const Chips = ({ title, chips }: { title: string; chips: readonly string[] }) =>
  chips.length > 0 && (
    <Part title={title}>
      <ul className="mt-1.5 flex flex-wrap gap-1.5">
        {chips.map((chip) => (
          <li key={chip} className="max-w-full rounded-control bg-sunken px-2.5 py-1 text-small break-words text-soft">
            {chip}
          </li>
        ))}
      </ul>
    </Part>
  )

const Out = ({ to, away = false, children }: { to: string; away?: boolean; children: ReactNode }) => (
  <a
    href={to}
    {...(away ? { target: '_blank', rel: 'noopener noreferrer nofollow ugc' } : {})}
    className="text-brand underline"
  >
    {children}
  </a>
)
