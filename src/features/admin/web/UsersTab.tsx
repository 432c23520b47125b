import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../../shared/web/api.ts'
import { toOptions } from '../../../shared/web/options.ts'
import { AdminList } from '../../../shared/web/ui/AdminList.tsx'
import { LawnIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { Pagination } from '../../../shared/web/ui/Pagination.tsx'
import { SearchBox } from '../../../shared/web/ui/SearchBox.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { EmptyState, ErrorState } from '../../../shared/web/ui/states.tsx'
import { useUrlState } from '../../../shared/web/url-state.ts'
import { adminApi, type joinedDates, type userRoles, type userStatuses } from '../contract.gen.ts'
import type { Person } from '../contract.ts'
import { ModerateDialog } from './ModerateDialog.tsx'
import { UserRow } from './UserRow.tsx'

const roles = toOptions<'' | (typeof userRoles)[number]>({ '': 'All roles', student: 'Students', admin: 'Admins' })
const statuses = toOptions<'' | (typeof userStatuses)[number]>({
  '': 'Any status',
  active: 'Active',
  suspended: 'Suspended',
  banned: 'Banned',
})
const joined = toOptions<'' | (typeof joinedDates)[number]>({
  '': 'Joined any time',
  today: 'Joined today',
  week: 'Joined this week',
  month: 'Joined this month',
  year: 'Joined this year',
})
const columns = ['User', 'Role', 'School', 'Joined', 'Last active', 'Actions']

/** Searches and moderates the users of a school. */
export default function UsersTab({ school }: { school: string }) {
  const address = useUrlState()
  const [moderating, setModerating] = useState<Person>()
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
    ...query(adminApi.users, { query: asked }),
    placeholderData: (before) => before,
  })
  const { data: people = [], limit = 10, total = 0 } = list.data?.data ?? {}
  const totalPages = Math.max(1, Math.ceil(total / limit))

  return (
    <AdminList
      title="Users"
      subtitle="Find and moderate members"
      onRefresh={() => void list.refetch()}
      tools={
        <>
          <SearchBox
            label="Search by name or email"
            term={asked.search ?? ''}
            onSearch={(search) => address.change({ search })}
            className="min-w-[min(10rem,100%)] flex-1"
          />
          <Select
            label="Role"
            labelHidden
            value={asked.role ?? ''}
            options={roles}
            onChange={(role) => address.change({ role })}
          />
          <Select
            label="Status"
            labelHidden
            value={asked.status ?? ''}
            options={statuses}
            onChange={(status) => address.change({ status })}
          />
          <Select
            label="Joined"
            labelHidden
            value={asked.joined_date ?? ''}
            options={joined}
            onChange={(date) => address.change({ joined: date })}
          />
        </>
      }
      isPending={list.isPending}
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
          />
        )
      }
      table={{ label: 'Users', columns }}
      row={(person) => <UserRow key={person.id} person={person} onModerate={() => setModerating(person)} />}
      pages={
        list.data && (
          <Pagination
            page={address.page}
            totalPages={totalPages}
            onPage={(page) => address.change({ page: String(page) })}
            text={`Showing page ${address.page} of ${totalPages} (${total.toLocaleString('en')} total users)`}
          />
        )
      }
    >
      {moderating && <ModerateDialog person={moderating} onClose={() => setModerating(undefined)} />}
    </AdminList>
  )
}
