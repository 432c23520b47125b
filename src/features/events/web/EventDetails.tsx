import { Link } from 'react-router'
import type { Event } from '../contract.ts'
import { listFacts } from './details.ts'

/** What visitors want to know, what only attendees read, and who organizes the event too. */
export function EventDetails({ event }: { event: Event }) {
  const facts = listFacts(event.facts)
  const [, ...coOrganizers] = event.organizers
  const { online_link, exact_location } = event
  return (
    <>
      {coOrganizers.length > 0 && (
        <p className="mt-3 wrap-anywhere">
          <span className="text-small text-faint">Organized with </span>
          {coOrganizers.map((person, index) => (
            <span key={person.id}>
              {index > 0 && ', '}
              <Link to={`/profile/${person.id}`} className="font-medium hover:underline">
                {person.name}
              </Link>
            </span>
          ))}
        </p>
      )}
      {(online_link || exact_location) && (
        <section aria-label="For people who are going" className="mt-4 rounded-control bg-brand-soft px-3.5 py-2.5">
          <h3 className="text-small text-soft">Only people who are going see this</h3>
          {exact_location && <p className="wrap-anywhere">{exact_location}</p>}
          {online_link && (
            <a
              href={online_link}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="flex min-h-11 items-center font-medium wrap-anywhere underline"
            >
              {online_link}
            </a>
          )}
        </section>
      )}
      {facts.length > 0 && (
        <ul aria-label="Facts" className="mt-4 flex flex-wrap gap-2">
          {facts.map((fact) => (
            <li key={fact} className="max-w-full rounded-full bg-sunken px-3 py-1 text-small wrap-anywhere">
              {fact}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
