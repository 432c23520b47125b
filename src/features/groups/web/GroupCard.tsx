import { Lock } from 'lucide'
import { Link } from 'react-router'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import type { Group } from '../contract.ts'
import { GroupMark } from './GroupMark.tsx'
import { JoinButton } from './JoinButton.tsx'
import { activities, categories, findLabel, formatMembers } from './labels.ts'

/** One group in a list, with a button to join. */
export function GroupCard({ group }: { group: Group }) {
  const facts = [
    findLabel(categories, group.category),
    formatMembers(group.members_count),
    group.activity_level && activities[group.activity_level],
  ].filter(Boolean)
  return (
    <article aria-label={group.name} className="card flex items-start gap-3.5 px-4.5 py-4">
      <GroupMark group={group} size={64} />
      <div className="min-w-0 flex-1">
        <h3 dir="auto" className="text-card leading-snug">
          <Link to={`/groups/${group.id}`} className="line-clamp-2 wrap-anywhere hover:underline">
            {group.name}
          </Link>
        </h3>
        <p className="flex items-center gap-1.5 text-small text-soft">
          {group.type === 'private' && <Icon icon={Lock} size={14} aria-label="Private" className="shrink-0" />}
          <span className="truncate">{facts.join(' · ')}</span>
        </p>
        {group.description && (
          <p dir="auto" className="mt-1 line-clamp-2 wrap-anywhere text-soft">
            {group.description}
          </p>
        )}
        <div className="mt-2.5 empty:hidden sm:hidden">
          <JoinButton group={group} />
        </div>
      </div>
      <div className="shrink-0 max-sm:hidden">
        <JoinButton group={group} />
      </div>
    </article>
  )
}
