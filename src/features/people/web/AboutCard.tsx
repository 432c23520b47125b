import { CalendarDays, GraduationCap, Link as LinkIcon, Mail, MapPin, Phone, School } from 'lucide'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type Drawing, Icon } from '../../../shared/web/ui/Icon.tsx'
import { RichText } from '../../../shared/web/ui/RichText.tsx'
import type { Profile } from '../contract.ts'

const month = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric' })

/** What a user has entered about themselves; `whole` repeats the fields of the profile header. */
export function AboutCard({ person, whole = false }: { person: Profile; whole?: boolean }) {
  const studies = [person.major, person.graduation_year && `class of ${person.graduation_year}`].filter(Boolean)
  return (
    <section className="card px-4.5 py-4.5">
      <div className="flex items-baseline gap-3">
        <h2 className="flex-1 text-card">About</h2>
        {person.is_me && (
          <Link to="/settings" className="py-1 font-semibold text-brand hover:underline">
            edit
          </Link>
        )}
      </div>
      {whole && person.bio && <RichText text={person.bio} className="mt-2 max-w-2xl text-body" />}
      <ul className="mt-3 space-y-2.5">
        {studies.length > 0 && <Fact icon={GraduationCap}>{studies.join(', ')}</Fact>}
        {whole && <Fact icon={School}>{person.school}</Fact>}
        {whole && person.location && <Fact icon={MapPin}>{person.location}</Fact>}
        {person.website && (
          <Fact icon={LinkIcon}>
            <a
              href={person.website}
              target="_blank"
              rel="noopener noreferrer nofollow ugc"
              className="break-all text-brand underline"
            >
              {person.website.replace(/^https?:\/\//, '')}
            </a>
          </Fact>
        )}
        {whole && person.email && (
          <Fact icon={Mail}>
            {person.email} <Private />
          </Fact>
        )}
        {whole && person.phone && (
          <Fact icon={Phone}>
            {person.phone} <Private />
          </Fact>
        )}
        {person.created_at !== null && (
          <Fact icon={CalendarDays}>Joined in {month.format(new Date(person.created_at * 1000))}</Fact>
        )}
      </ul>
    </section>
  )
}

const Private = () => <span className="text-small text-faint">· only you can see this</span>

const Fact = ({ icon, children }: { icon: Drawing; children: ReactNode }) => (
  <li className="flex gap-3">
    <Icon icon={icon} className="mt-px shrink-0 text-faint" />
    <span className="min-w-0 break-words">{children}</span>
  </li>
)
