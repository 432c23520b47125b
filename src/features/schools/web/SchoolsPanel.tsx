import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide'
import { Suspense, useState } from 'react'
import { plural } from '../../../shared/plural.ts'
import { call, invalidate, query } from '../../../shared/web/api.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { AdminList } from '../../../shared/web/ui/AdminList.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { ConfirmDialog } from '../../../shared/web/ui/ConfirmDialog.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { Badge } from '../../../shared/web/ui/Panel.tsx'
import { SearchBox } from '../../../shared/web/ui/SearchBox.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { TableCell, TableRow } from '../../../shared/web/ui/Table.tsx'
import { schoolsApi } from '../contract.gen.ts'
import type { School } from '../contract.ts'
import { useSchoolsView } from './url-state.ts'

const SchoolDialog = lazyPart(() => import('./SchoolDialog.tsx'))
const SchoolSafetyDialog = lazyPart(() => import('./SchoolSafetyDialog.tsx'))
const PlacesDialog = lazyPart(() => import('./PlacesDialog.tsx'))

const filters = [
  ['', 'All'],
  ['true', 'Active'],
  ['false', 'Inactive'],
] as const
const columns = ['Name', 'Domain', 'Country', 'Status', 'Actions']

/** The schools of the site. A failed request silently shows none. */
export function SchoolsPanel({ school, mayEdit }: { school: string; mayEdit: boolean }) {
  const client = useQueryClient()
  const view = useSchoolsView()
  const [editing, setEditing] = useState<School | 'new'>()
  const [placing, setPlacing] = useState<School>()
  const [securing, setSecuring] = useState<School>()
  const [deleting, setDeleting] = useState<School>()
  const asked = {
    page: view.page,
    search: view.search || undefined,
    is_active: view.active || undefined,
    school_id: school || undefined,
  }
  const list = useQuery({
    ...query(schoolsApi.manage, { query: asked }),
    placeholderData: (before) => before,
  })
  const remove = useLockedMutation({
    mutationFn: (id: string) => call(schoolsApi.remove, { params: { id } }),
    onSettled: () => {
      setDeleting(undefined)
      return invalidate(client, schoolsApi)
    },
  })
  const { data: shown = [], limit = 10, total = 0 } = (list.isError ? undefined : list.data?.data) ?? {}

  return (
    <AdminList
      title="Settings - Schools"
      list={list}
      actions={
        mayEdit && (
          <Button variant="primary" onClick={() => setEditing('new')}>
            <Icon icon={Plus} size={18} />
            Add School
          </Button>
        )
      }
      tools={
        <>
          <SearchBox
            label="Search by name or domain"
            term={view.search}
            onSearch={(search) => view.change({ search })}
            className="min-w-[min(10rem,100%)] flex-1"
          />
          <Select
            label="Status"
            labelHidden
            value={view.active}
            options={filters}
            onChange={(active) => view.change({ active })}
          />
        </>
      }
      expected={3}
      rows={shown}
      empty={<p className="card px-6 py-10 text-center text-soft">No schools found.</p>}
      table={{ label: 'Schools', columns }}
      row={(item) => (
        <SchoolRow
          key={item.id}
          school={item}
          onEdit={() => setEditing(item)}
          onPlaces={() => setPlacing(item)}
          onSafety={() => setSecuring(item)}
          onDelete={() => setDeleting(item)}
        />
      )}
      pages={{
        page: view.page,
        totalPages: Math.max(1, Math.ceil(total / limit)),
        onPage: (page, options) => view.change({ page }, options),
      }}
    >
      {editing && (
        <Suspense>
          <SchoolDialog school={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />
        </Suspense>
      )}
      {placing && (
        <Suspense>
          <PlacesDialog school={placing} onClose={() => setPlacing(undefined)} />
        </Suspense>
      )}
      {securing && (
        <Suspense>
          <SchoolSafetyDialog school={securing} onClose={() => setSecuring(undefined)} />
        </Suspense>
      )}
      {deleting && (
        <ConfirmDialog
          title={`Delete ${deleting.name}`}
          question="Are you sure you want to delete this school?"
          confirmLabel="Delete school"
          onConfirm={() => remove.mutate(deleting.id)}
          onClose={() => setDeleting(undefined)}
          isPending={remove.isPending}
        />
      )}
    </AdminList>
  )
}

type RowProps = { school: School; onEdit: () => void; onPlaces: () => void; onSafety: () => void; onDelete: () => void }

function SchoolRow({ school, onEdit, onPlaces, onSafety, onDelete }: RowProps) {
  const members = plural(school.member_count, 'member')
  return (
    <TableRow>
      <TableCell wide className="font-semibold">
        {school.name}
        <span className="block font-normal text-faint tabular-nums">{members}</span>
      </TableCell>
      <TableCell className="text-soft">{school.email_domain}</TableCell>
      <TableCell className="text-soft">{school.country}</TableCell>
      <TableCell>
        <Badge tone={school.is_active ? 'good' : 'plain'}>{school.is_active ? 'Active' : 'Inactive'}</Badge>
      </TableCell>
      <TableCell className="desk:py-1.5">
        {school.can.edit ? (
          <div className="flex flex-wrap gap-2">
            <Button onClick={onEdit}>Edit</Button>
            <Button onClick={onPlaces}>Places</Button>
            <Button onClick={onSafety}>Safety</Button>
            <Button
              variant="ghost"
              className="hover:text-danger"
              disabled={school.member_count > 0}
              title={school.member_count > 0 ? `It has ${members}` : undefined}
              onClick={onDelete}
            >
              Delete
            </Button>
          </div>
        ) : (
          <div className="flex flex-wrap items-center gap-2">
            <span className="text-soft">View Only</span>
            <Button onClick={onPlaces}>Places</Button>
          </div>
        )}
      </TableCell>
    </TableRow>
  )
}
