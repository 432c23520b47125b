import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { query } from '../../../shared/web/api.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { toOptions } from '../../../shared/web/options.ts'
import { AdminList } from '../../../shared/web/ui/AdminList.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { LawnIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { SearchBox } from '../../../shared/web/ui/SearchBox.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { EmptyState, ErrorState } from '../../../shared/web/ui/states.tsx'
import { useMe } from '../../session/web/auth.tsx'
import { adminApi, type joinedDates as knownDates, type userRoles, type userStatuses } from '../contract.gen.ts'
import type { Person } from '../contract.ts'
import { ModerateDialog } from './ModerateDialog.tsx'
import { UserRow } from './UserRow.tsx'
import { useUsersView } from './url-state.ts'

const MinorDialog = lazyPart(() => import('./MinorDialog.tsx'))
const PauseDialog = lazyPart(() => import('./PauseDialog.tsx'))
const RoleDialog = lazyPart(() => import('./RoleDialog.tsx'))
const AllowRemovalsDialog = lazyPart(() => import('./AllowRemovalsDialog.tsx'))
const GrantsDialog = lazyPart(() => import('./GrantsDialog.tsx'))
const NotesDialog = lazyPart(() => import('./NotesDialog.tsx'))

const roles = toOptions<'' | (typeof userRoles)[number]>({ '': 'All roles', student: 'Students', admin: 'Admins' })
const statuses = toOptions<'' | (typeof userStatuses)[number]>({
  '': 'Any status',
  active: 'Active',
  suspended: 'Suspended',
  banned: 'Banned',
})
const joinedDates = toOptions<'' | (typeof knownDates)[number]>({
  '': 'Joined any time',
  today: 'Joined today',
  week: 'Joined this week',
  month: 'Joined this month',
  year: 'Joined this year',
})
const columns = ['User', 'Role', 'School', 'Joined', 'Last active', 'Actions']

/** Searches and moderates the users of a school. */
export default function UsersTab({ school }: { school: string }) {
  const me = useMe()
  const { page, search, role, status, joined, change, isNarrowed, reset } = useUsersView()
  const [moderating, setModerating] = useState<Person>()
  const [pausing, setPausing] = useState<Person>()
  const [changing, setChanging] = useState<Person>()
  const [allowing, setAllowing] = useState<Person>()
  const [marking, setMarking] = useState<Person>()
  const [granting, setGranting] = useState<Person>()
  const [noting, setNoting] = useState<Person>()
  const asked = {
    page,
    role: role || undefined,
    status: status || undefined,
    joined_date: joined || undefined,
    search: search || undefined,
    school_id: school || undefined,
  }
  const list = useQuery({
    ...query(adminApi.users, { query: asked }),
    placeholderData: (before) => before,
  })
  const { data: people = [], limit = 10, total = 0 } = list.data?.data ?? {}

  return (
    <AdminList
      title="Users"
      subtitle="Find and moderate members"
      list={list}
      tools={
        <>
          <SearchBox
            label="Search by name or email"
            term={search}
            onSearch={(search) => change({ search })}
            className="min-w-[min(10rem,100%)] flex-1"
          />
          <Select label="Role" labelHidden value={role} options={roles} onChange={(role) => change({ role })} />
          <Select
            label="Status"
            labelHidden
            value={status}
            options={statuses}
            onChange={(status) => change({ status })}
          />
          <Select
            label="Joined"
            labelHidden
            value={joined}
            options={joinedDates}
            onChange={(joined) => change({ joined })}
          />
        </>
      }
      failure={
        list.isError && (
          <ErrorState text="Failed to load users" error={list.error} onRetry={() => void list.refetch()} />
        )
      }
      rows={people}
      empty={
        list.isSuccess && (
          <EmptyState
            illustration={<LawnIllustration />}
            title="No Users Found"
            text="Try another search or remove a filter."
            action={isNarrowed && <Button onClick={reset}>Clear filters</Button>}
          />
        )
      }
      table={{ label: 'Users', columns }}
      row={(person) => (
        <UserRow
          key={person.id}
          person={person}
          onModerate={() => setModerating(person)}
          onPause={() => setPausing(person)}
          onRole={() => setChanging(person)}
          onAllow={() => setAllowing(person)}
          onNotes={() => setNoting(person)}
          onGrant={() => setGranting(person)}
          onMinor={me.role === 'site_admin' && person.role === 'student' ? () => setMarking(person) : undefined}
        />
      )}
      pages={
        list.data && {
          page,
          totalPages: Math.max(1, Math.ceil(total / limit)),
          onPage: (page, options) => change({ page }, options),
          total: `${total.toLocaleString('en')} total users`,
        }
      }
    >
      {moderating && <ModerateDialog person={moderating} onClose={() => setModerating(undefined)} />}
      {noting && (
        <Suspense>
          <NotesDialog person={noting} onClose={() => setNoting(undefined)} />
        </Suspense>
      )}
      {granting && (
        <Suspense>
          <GrantsDialog person={granting} onClose={() => setGranting(undefined)} />
        </Suspense>
      )}
      {marking && (
        <Suspense>
          <MinorDialog person={marking} onClose={() => setMarking(undefined)} />
        </Suspense>
      )}
      {changing && (
        <Suspense>
          <RoleDialog person={changing} isSite={me.role === 'site_admin'} onClose={() => setChanging(undefined)} />
        </Suspense>
      )}
      {allowing && (
        <Suspense>
          <AllowRemovalsDialog person={allowing} onClose={() => setAllowing(undefined)} />
        </Suspense>
      )}
      {pausing && (
        <Suspense>
          <PauseDialog person={pausing} isSite={me.role === 'site_admin'} onClose={() => setPausing(undefined)} />
        </Suspense>
      )}
    </AdminList>
  )
}
