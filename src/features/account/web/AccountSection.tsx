import { Link } from 'react-router'
import { useMe } from '../../session/web/auth.tsx'
import { Section } from './Section.tsx'

const roles = { student: 'Student', admin: 'Administrator', site_admin: 'Site Administrator' }
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' })

/** Read-only data of the account. */
export function AccountSection() {
  const me = useMe()
  const facts = [
    ['Name', me.name],
    ['Email', me.email],
    ['School', me.school],
    ['Role', roles[me.role]],
    ['Member since', day.format(new Date(me.created_at * 1000))],
  ]
  return (
    <Section
      title="Account"
      text={
        <>
          Edit your name, photo, bio and location on{' '}
          <Link to="/profile" className="font-semibold text-brand hover:underline">
            your profile
          </Link>
          . Your email and school come from your school account.
        </>
      }
    >
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[8rem_1fr]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-soft max-sm:text-small">{name}</dt>
            <dd className="min-w-0 font-medium break-words max-sm:-mt-2">{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
