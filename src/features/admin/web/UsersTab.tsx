import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAddress } from '../../../shared/web/address.ts'
import { call, query, refresh } from '../../../shared/web/api.ts'
import { ago, inFull } from '../../../shared/web/time.ts'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Choice } from '../../../shared/web/ui/Choice.tsx'
import { LawnDrawing } from '../../../shared/web/ui/drawings.tsx'
import { Pagination } from '../../../shared/web/ui/Pagination.tsx'
import { Badge, Panel, Tools } from '../../../shared/web/ui/Panel.tsx'
import { SearchBox } from '../../../shared/web/ui/SearchBox.tsx'
import { Empty, Problem, Skeleton } from '../../../shared/web/ui/states.tsx'
import { Cell, Row, Table } from '../../../shared/web/ui/Table.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import type { admin, Person } from '../contract.ts'
import { ModerateDialog } from './ModerateDialog.tsx'

const roles = [
  ['', 'All roles'],
  ['student', 'Students'],
  ['admin', 'Admins'],
] as const
const statuses = [
  ['', 'Any status'],
  ['active', 'Active'],
  ['suspended', 'Suspended'],
  ['banned', 'Banned'],
] as const
const joined = [
  ['', 'Joined any time'],
  ['today', 'Joined today'],
  ['week', 'Joined this week'],
  ['month', 'Joined this month'],
  ['year', 'Joined this year'],
] as const
const columns = ['User', 'Role', 'School', 'Joined', 'Last active', 'Actions']

/** Everybody of a school, to find and to moderate. */
export default function UsersTab({ school }: { school: string }) {
  const address = useAddress()
  const [moderating, moderate] = useState<Person>()
  const given = (name: string) => address.get(name) || undefined
  const asked = {
    page: address.page,
    role: given('role') as 'student' | 'admin' | undefined,
    status: given('status') as Person['status'] | undefined,
    joined_date: given('joined') as 'today' | undefined,
    search: given('search'),
    school_id: school || undefined,
  }
  const list = useQuery({
    ...query<typeof admin.users>('GET /admin/users', { query: asked }),
    placeholderData: (before) => before,
  })
  const { data: people = [], limit = 10, total = 0 } = list.data?.data ?? {}
  const totalPages = Math.max(1, Math.ceil(total / limit))

  return (
    <Panel title="Users" subtitle="Find people and moderate them" onRefresh={() => void list.refetch()}>
      <Tools>
        <SearchBox
          label="Search by name or email"
          term={asked.search ?? ''}
          onSearch={(search) => address.change({ search })}
          className="min-w-40 flex-1"
        />
        <Choice
          label="Role"
          quiet
          value={asked.role ?? ''}
          options={roles}
          onChange={(role) => address.change({ role })}
        />
        <Choice
          label="Status"
          quiet
          value={asked.status ?? ''}
          options={statuses}
          onChange={(status) => address.change({ status })}
        />
        <Choice
          label="Joined"
          quiet
          value={asked.joined_date ?? ''}
          options={joined}
          onChange={(date) => address.change({ joined: date })}
        />
      </Tools>
      {list.isPending && <Skeleton className="mx-4 h-96 desk:mx-0" />}
      {list.isError && <Problem text="Failed to load users" error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && people.length === 0 && (
        <Empty drawing={<LawnDrawing />} title="No Users Found" text="Nobody fits this search and these filters." />
      )}
      {people.length > 0 && (
        <Table label="Users" columns={columns}>
          {people.map((person) => (
            <PersonRow key={person.id} person={person} onModerate={() => moderate(person)} />
          ))}
        </Table>
      )}
      {list.data && (
        <Pagination
          page={address.page}
          totalPages={totalPages}
          onPage={(page) => address.change({ page: String(page) })}
          text={`Showing page ${address.page} of ${totalPages} (${total.toLocaleString('en')} total users)`}
        />
      )}
      {moderating && <ModerateDialog person={moderating} onClose={() => moderate(undefined)} />}
    </Panel>
  )
}

const date = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })

function PersonRow({ person, onModerate }: { person: Person; onModerate: () => void }) {
  const { status, last_active_at } = person
  return (
    <Row>
      <Cell wide className="desk:min-w-56">
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
            </p>
            <p className="max-w-60 truncate text-faint" title={person.email}>
              {person.email}
            </p>
          </div>
        </div>
      </Cell>
      <Cell>
        <Badge tone={person.role === 'admin' ? 'good' : 'plain'}>{person.role === 'admin' ? 'Admin' : 'Student'}</Badge>
      </Cell>
      <Cell className="text-soft">{person.school ?? 'Unknown'}</Cell>
      <Cell className="whitespace-nowrap text-soft tabular-nums">
        <span className="desk:hidden">Joined </span>
        {date.format(new Date(person.created_at * 1000))}
      </Cell>
      <Cell className="whitespace-nowrap text-soft">
        <span className="desk:hidden">Last active: </span>
        {last_active_at === null ? 'Never' : <span title={inFull(last_active_at)}>{ago(last_active_at)}</span>}
      </Cell>
      <Cell className="max-desk:ml-auto desk:py-1.5">
        {person.can.moderate && <Button onClick={onModerate}>Moderate</Button>}
        {person.can.grant_ads && <AdsGrant person={person} />}
      </Cell>
    </Row>
  )
}

/** Lets an administrator of a school manage its ads. */
function AdsGrant({ person: { id, name, can_manage_ads } }: { person: Person }) {
  const client = useQueryClient()
  const grant = useMutation({
    mutationFn: (next: boolean) =>
      call<typeof admin.grantAds>('PUT /admin/users/:id/ads', { params: { id }, body: { can_manage_ads: next } }),
    onError: () => toast.error('Failed to change who manages ads'),
    onSettled: () => refresh(client, '/admin/users'),
  })
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-2 whitespace-nowrap">
      <input
        type="checkbox"
        aria-label={`${name} manages ads`}
        checked={grant.isPending ? grant.variables : can_manage_ads}
        disabled={grant.isPending}
        onChange={(event) => grant.mutate(event.target.checked)}
        className="size-5 accent-brand"
      />
      Manages ads
    </label>
  )
}
