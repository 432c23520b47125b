import { Link } from 'react-router'
import type { Group } from '../contract.ts'
import { JoinButton } from './JoinButton.tsx'
import { formatMembers } from './labels.ts'
import { useSuggested } from './queries.ts'

const maxShown = 8

/** Some groups to join, in a row that scrolls sideways, for users with few groups. */
export function SuggestedRow() {
  const { groups } = useSuggested({ search: '', category: '', type: '' })
  if (groups.length === 0) return null
  return (
    <section aria-labelledby="suggested-row" className="pt-5">
      <h2 id="suggested-row" className="px-4 pb-2 text-card">
        Suggested Groups
      </h2>
      <ul className="flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 pb-1 [scrollbar-width:none]">
        {groups.slice(0, maxShown).map((group) => (
          <li key={group.id} className="w-55 shrink-0 snap-start">
            <Picture group={group} />
            <Link to={`/groups/${group.id}`} className="mt-2 line-clamp-1 font-semibold wrap-anywhere hover:underline">
              {group.name}
            </Link>
            <p className="mb-1.5 text-small text-soft">{formatMembers(group.members_count)}</p>
            <JoinButton group={group} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Picture({ group }: { group: Group }) {
  const url = group.banner_url ?? group.avatar_url
  if (url) {
    return (
      <img
        src={url}
        alt=""
        width={220}
        height={165}
        loading="lazy"
        className="aspect-4/3 w-full rounded-card bg-sunken object-cover"
      />
    )
  }
  return (
    <span
      aria-hidden
      data-letters={group.name.slice(0, 1)}
      className="centered aspect-4/3 rounded-card bg-brand-soft font-display text-hero text-brand before:content-[attr(data-letters)]"
    />
  )
}
