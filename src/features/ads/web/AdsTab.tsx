import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide'
import { Suspense, useState } from 'react'
import { call, invalidate, query } from '../../../shared/web/api.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { AdminList } from '../../../shared/web/ui/AdminList.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { ConfirmDialog } from '../../../shared/web/ui/ConfirmDialog.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { StallIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { SearchBox } from '../../../shared/web/ui/SearchBox.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { EmptyState } from '../../../shared/web/ui/states.tsx'
import { adsApi } from '../contract.gen.ts'
import type { Ad } from '../contract.ts'
import { AdRow } from './AdRow.tsx'

const AdDialog = lazyPart(() => import('./AdDialog.tsx'))

const statuses = [
  ['', 'All Ads'],
  ['active', 'Active'],
  ['inactive', 'Inactive'],
] as const
const columns = ['Ad Content', 'Status', 'Placement', 'Performance', 'Created', 'Actions']

/** Ad Management: lists ads with their statistics, creates and updates them. Both filters apply to the loaded ads. */
export default function AdsTab({ school }: { school: string }) {
  const client = useQueryClient()
  const [status, setStatus] = useState<'' | 'active' | 'inactive'>('')
  const [term, setTerm] = useState('')
  const [editing, setEditing] = useState<Ad | 'new'>()
  const [deleting, setDeleting] = useState<Ad>()
  const list = useQuery(query(adsApi.manage, { query: { school_id: school || undefined } }))
  const settled = () => invalidate(client, adsApi)
  const toggle = useMutation({
    mutationFn: ({ id, is_active }: Ad) => call(adsApi.update, { params: { id }, body: { is_active: !is_active } }),
    onSettled: settled,
  })
  const remove = useMutation({
    mutationFn: ({ id }: Ad) => call(adsApi.remove, { params: { id } }),
    onSuccess: () => setDeleting(undefined),
    onSettled: settled,
  })
  const shown = (list.data?.data ?? []).filter(
    ({ title, description, is_active }) =>
      (status === '' || is_active === (status === 'active')) &&
      `${title}\n${description}`.toLowerCase().includes(term.toLowerCase()),
  )
  const problem = list.isError ? 'Failed to load ads' : toggle.isError ? 'Failed to update ad status' : undefined

  return (
    <AdminList
      list={list}
      refreshable={false}
      title="Ad Management"
      subtitle="Sponsored cards in the sidebar and feeds"
      actions={
        <Button variant="primary" onClick={() => setEditing('new')}>
          <Icon icon={Plus} size={18} />
          Create New Ad
        </Button>
      }
      tools={
        <>
          <SearchBox label="Search ads" term={term} onSearch={setTerm} className="min-w-[min(10rem,100%)] flex-1" />
          <Select label="Status" labelHidden value={status} options={statuses} onChange={setStatus} />
        </>
      }
      problem={problem}
      expected={4}
      heading={
        list.isSuccess && (
          <h3 className="px-4 pb-2 text-card desk:px-0">
            Ads <span className="font-sans font-normal text-soft tabular-nums">({shown.length})</span>
          </h3>
        )
      }
      rows={shown}
      empty={
        list.isSuccess && (
          <EmptyState
            illustration={<StallIllustration className="w-40 text-orange" />}
            title="No Ads Found"
            {...(status === '' && term === ''
              ? {
                  action: (
                    <Button variant="primary" onClick={() => setEditing('new')}>
                      Create Your First Ad
                    </Button>
                  ),
                }
              : {})}
          />
        )
      }
      table={{ label: 'Ads', columns }}
      row={(ad) => (
        <AdRow
          key={ad.id}
          ad={ad}
          busy={toggle.isPending && toggle.variables.id === ad.id}
          onToggle={() => toggle.mutate(ad)}
          onEdit={() => setEditing(ad)}
          onDelete={() => setDeleting(ad)}
        />
      )}
    >
      {editing && (
        <Suspense>
          <AdDialog ad={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />
        </Suspense>
      )}
      {deleting && (
        <ConfirmDialog
          title="Delete ad"
          question="Are you sure you want to delete this ad?"
          confirmLabel="Delete ad"
          onConfirm={() => remove.mutate(deleting)}
          onClose={() => setDeleting(undefined)}
          isPending={remove.isPending}
          error={remove.isError ? 'Failed to delete ad' : undefined}
        />
      )}
    </AdminList>
  )
}
