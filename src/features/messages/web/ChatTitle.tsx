import { useQuery } from '@tanstack/react-query'
import { BellOff, Timer } from 'lucide'
import type { Ref } from 'react'
import { Link } from 'react-router'
import { plural } from '../../../shared/plural.ts'
import { query } from '../../../shared/web/api.ts'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { peopleApi } from '../../people/contract.gen.ts'
import { useMe } from '../../session/web/auth.tsx'
import type { Conversation } from '../conversation-contract.ts'
import { Faces } from './Faces.tsx'
import { useTyping } from './typing.ts'
import { vanishLabels } from './vanish-labels.ts'

/** Up to so many other participants are named below the title. */
const maxNamed = 3
const maxListed = 50

/** Who a conversation is with. A user's profile or the group opens from it. */
export function ChatTitle({ conversation, heading }: { conversation: Conversation; heading: Ref<HTMLHeadingElement> }) {
  const { title, muted, vanish_after } = conversation
  const me = useMe()
  const to = findTarget(conversation, me.id)
  const typing = useTyping(conversation)
  const about = useAbout(conversation, me.id)
  return (
    <div className="relative flex min-w-0 flex-1 items-center gap-3">
      <span className="shrink-0 max-phone:hidden">
        <Faces conversation={conversation} me={me.id} size={36} />
      </span>
      <div className="min-w-0 flex-1 max-phone:pl-2">
        <h2
          ref={heading}
          tabIndex={-1}
          className="flex items-center gap-1.5 rounded-[4px] text-card [overflow-wrap:anywhere] outline-offset-2"
        >
          {to ? (
            <Link to={to} className="line-clamp-2 after:absolute after:inset-0">
              {title}
            </Link>
          ) : (
            <span className="line-clamp-2">{title}</span>
          )}
          {muted && (
            <Icon icon={BellOff} size={14} strokeWidth={2} aria-label="Muted" className="shrink-0 text-faint" />
          )}
          {vanish_after !== null && (
            <Icon
              icon={Timer}
              size={14}
              strokeWidth={2}
              aria-label={`Messages disappear after ${vanishLabels[vanish_after]}`}
              className="shrink-0 text-faint"
            />
          )}
        </h2>
        <p className="line-clamp-1 min-h-[1.45em] text-small wrap-anywhere text-soft">{typing ?? about}</p>
      </div>
    </div>
  )
}

function findTarget({ kind, group_id, participant_users, can }: Conversation, me: string): string | undefined {
  if (kind === 'group') return group_id ? `/groups/${group_id}` : undefined
  const other = participant_users.find(({ id }) => id !== me)
  return kind === 'direct' && other && can.send ? `/profile/${other.id}` : undefined
}

/** The line below the title: studies of one user; the names of a few, or the number of many. */
function useAbout({ kind, participant_users, participants, can }: Conversation, me: string): string {
  const others = participant_users.filter(({ id }) => id !== me)
  const [other] = others
  const isDirect = kind === 'direct'
  const { data } = useQuery({
    ...query(peopleApi.show, { params: { id: other?.id ?? '' } }),
    enabled: isDirect && other !== undefined && can.send,
    staleTime: 300_000,
    retry: false, // only an addition to the name
  })
  if (isDirect) return [data?.data.major, data?.data.graduation_year].filter(Boolean).join(', ')
  if (others.length === 0) return 'Everyone else has left'
  if (others.length <= maxNamed) return others.map(({ name }) => name).join(', ')
  // Of a large group, the conversation lists the first ones only.
  return participants.length < maxListed ? plural(participants.length, 'person', 'people') : `${maxListed}+ people`
}
