import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis } from 'lucide'
import { useState } from 'react'
import { call, invalidate } from '../../../shared/web/api.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Checkbox } from '../../../shared/web/ui/Checkbox.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { Menu } from '../../../shared/web/ui/Menu.tsx'
import type { MenuItem } from '../../../shared/web/ui/MenuPopup.tsx'
import { Badge } from '../../../shared/web/ui/Panel.tsx'
import { TableCell, TableRow } from '../../../shared/web/ui/Table.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { removalsPerDay } from '../../moderation/content-contract.gen.ts'
import { useMe } from '../../session/web/auth.tsx'
import { adminApi } from '../contract.gen.ts'
import type { Person } from '../contract.ts'

const date = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })

const dayMs = 24 * 3600 * 1000

/** Formats a UTC day, the finest resolution that administrators see. */
function formatDay(seconds: number): string {
  const age = Math.floor(Date.now() / dayMs) - Math.floor((seconds * 1000) / dayMs)
  if (age <= 0) return 'Today'
  return age === 1
    ? 'Yesterday'
    : new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(seconds * 1000)
}

type Props = {
  person: Person
  onModerate: () => void
  onPause: () => void
  onRole: () => void
  onAllow: () => void
  onNotes: () => void
  onGrant: () => void
  onMinor?: (() => void) | undefined
}

/** A user's role and status, and the actions of administrators. */
export function UserRow({ person, onModerate, onPause, onRole, onAllow, onNotes, onGrant, onMinor }: Props) {
  const me = useMe()
  const { status, last_active_at } = person
  return (
    <TableRow>
      <TableCell wide className="desk:min-w-56">
        <div className="flex items-center gap-3">
          <Avatar person={person} size={36} />
          <div className="min-w-0">
            <p className="font-semibold">
              {person.name}{' '}
              {status !== 'active' && (
                <Badge tone={status === 'banned' ? 'bad' : 'warm'}>
                  {status === 'banned' ? 'Banned' : 'Suspended'}
                </Badge>
              )}
              {person.is_paused && <Badge tone="warm">Powers paused</Badge>}
              {person.pause_request && <Badge tone="warm">Pause requested</Badge>}
              {person.role_request && <Badge tone="warm">Role change requested</Badge>}
            </p>
            <p className="desk:max-w-60 truncate text-faint" title={person.email}>
              {person.email}
            </p>
          </div>
        </div>
      </TableCell>
      <TableCell>
        <Badge tone={person.role === 'admin' ? 'good' : 'plain'}>{person.role === 'admin' ? 'Admin' : 'Student'}</Badge>
      </TableCell>
      <TableCell className="text-soft">{person.school ?? 'Unknown'}</TableCell>
      <TableCell className="whitespace-nowrap text-soft tabular-nums">
        <span className="desk:hidden">Joined </span>
        {date.format(new Date(person.created_at * 1000))}
      </TableCell>
      <TableCell className="whitespace-nowrap text-soft">
        <span className="desk:hidden">Last active: </span>
        {last_active_at === null ? 'Never' : formatDay(last_active_at)}
      </TableCell>
      <TableCell className="max-desk:ml-auto desk:py-1.5">
        <div className="flex items-center justify-end gap-1">
          {person.can.moderate && <Button onClick={onModerate}>Moderate</Button>}
          {person.can.grant_ads && <AdsGrant person={person} />}
          <Menu
            label={`More about ${person.name}`}
            items={[
              ...listPlaces(person),
              ...(person.id === me.id ? [] : [{ label: 'Notes', onSelect: onNotes }]),
              ...(person.can.moderate ? [{ label: 'Moderation rights', onSelect: onGrant }] : []),
              ...(person.can.allow_removals
                ? [{ label: `Allow ${removalsPerDay} more removals`, onSelect: onAllow }]
                : []),
              ...(onMinor ? [{ label: 'Minor', onSelect: onMinor }] : []),
              ...listPowers(person, onPause),
              ...listRoles(person, onRole),
            ]}
          >
            <Icon icon={Ellipsis} />
          </Menu>
        </div>
      </TableCell>
    </TableRow>
  )
}

/** Where else the administrator finds the user. A suspension or ban is reversed in the history. */
const listPlaces = ({ id, name, status }: Person): MenuItem[] => [
  { label: 'View profile', to: `/profile/${id}` },
  { label: 'Reports', to: `/admin?${new URLSearchParams({ tab: 'reports', view: 'table', search: name })}` },
  { label: 'Moderation history', to: `/admin?${new URLSearchParams({ tab: 'moderation', user: id })}` },
  ...(status === 'active'
    ? []
    : [
        {
          label: status === 'banned' ? 'Reverse the ban' : 'Reverse the suspension',
          to: `/admin?${new URLSearchParams({ tab: 'moderation', user: id, reversed: 'no' })}`,
        },
      ]),
]

function listPowers({ can, is_paused, pause_request }: Person, onPause: () => void): MenuItem[] {
  if (!can.pause || pause_request?.is_own) return []
  const label = is_paused ? 'Return powers' : pause_request ? 'Confirm the pause of powers' : 'Pause powers'
  return [{ label, danger: !is_paused, onSelect: onPause }]
}

function listRoles({ can, role, role_request }: Person, onRole: () => void): MenuItem[] {
  if (!can.change_role || role_request?.is_own) return []
  const isEnd = role === 'admin'
  const change = isEnd ? 'Remove as administrator' : 'Make administrator'
  return [{ label: role_request ? `${change} (confirm)` : change, danger: isEnd, onSelect: onRole }]
}

/** Lets a school administrator manage its ads. */
function AdsGrant({ person: { id, name, can_manage_ads } }: { person: Person }) {
  const client = useQueryClient()
  // Shown from the press on. The state of the mutation comes a moment later, and the box would jump back meanwhile.
  const [chosen, setChosen] = useState<boolean>()
  const grant = useLockedMutation({
    mutationFn: (next: boolean) => call(adminApi.grantAds, { params: { id }, body: { can_manage_ads: next } }),
    onError: (error) => toast.failure(error, 'We couldn’t update ad permissions. Try again.'),
    onSettled: () => invalidate(client, adminApi.users),
  })
  const choose = (next: boolean) => {
    setChosen(next)
    grant.mutate(next, { onSettled: () => setChosen(undefined) })
  }
  return (
    <Checkbox
      label="Can manage ads"
      accessibleName={`${name} can manage ads`}
      checked={chosen ?? can_manage_ads}
      disabled={grant.isPending}
      onChange={choose}
      className="gap-2! whitespace-nowrap"
    />
  )
}
