import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../../shared/web/api.ts'
import { toOptions } from '../../../shared/web/options.ts'
import { AdminList } from '../../../shared/web/ui/AdminList.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Checkbox } from '../../../shared/web/ui/Checkbox.tsx'
import { LawnIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { SearchBox } from '../../../shared/web/ui/SearchBox.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { EmptyState } from '../../../shared/web/ui/states.tsx'
import { moderationApi } from '../contract.gen.ts'
import type { Action } from '../contract.ts'
import { HistoryItem } from './HistoryItem.tsx'
import type { ActionType } from './labels.ts'
import { ReverseDialog } from './ReverseDialog.tsx'
import { loadProblem } from './reports.ts'
import { useHistoryView } from './url-state.ts'

const actions = toOptions<'' | ActionType>({
  '': 'All Actions',
  warn: 'Warnings',
  suspend: 'Suspensions',
  ban: 'Bans',
})

/** Moderation History: lists actions and reverses them. */
export default function HistoryTab({ school }: { school: string }) {
  const view = useHistoryView()
  const [reversing, setReversing] = useState<Action>()
  const asked = {
    page: view.page,
    includeReversed: view.hidesReversed ? ('false' as const) : ('true' as const),
    actionType: view.action || undefined,
    userId: view.user || undefined,
    search: view.search || undefined,
    school_id: school || undefined,
  }
  const list = useQuery({
    ...query(moderationApi.history, { query: asked }),
    placeholderData: (before) => before,
  })

  return (
    <AdminList
      title="Moderation History"
      subtitle="View and manage moderation actions"
      list={list}
      tools={
        <>
          <SearchBox
            label="Search by user name, email, or reason..."
            term={view.search}
            onSearch={(search) => view.change({ search })}
            className="min-w-[min(10rem,100%)] flex-1"
          />
          <Select
            label="Action"
            labelHidden
            value={view.action}
            options={actions}
            onChange={(action) => view.change({ action })}
          />
          <Checkbox
            label="Include Reversed"
            checked={!view.hidesReversed}
            onChange={(next) => view.change({ hidesReversed: !next })}
            className="gap-2!"
          />
        </>
      }
      heading={
        view.user && (
          <p className="flex flex-wrap items-center gap-x-3 px-4 pb-2 text-soft desk:px-0">
            Actions on {list.data?.data[0]?.target_user_name ?? 'one user'} only
            <Button variant="ghost" onClick={() => view.change({ user: '' })}>
              Show all
            </Button>
          </p>
        )
      }
      problem={list.isError && loadProblem(list.error, 'Failed to fetch moderation history')}
      rows={list.data?.data ?? []}
      empty={
        list.isSuccess && (
          <EmptyState
            illustration={<LawnIllustration />}
            title="No moderation actions found"
            action={view.isNarrowed && <Button onClick={view.reset}>Clear filters</Button>}
          />
        )
      }
      row={(action) => (
        <li key={action.id}>
          <HistoryItem action={action} onReverse={() => setReversing(action)} />
        </li>
      )}
      pages={
        list.data && {
          page: view.page,
          totalPages: list.data.pagination.pages,
          onPage: (page, options) => view.change({ page }, options),
        }
      }
    >
      {reversing && <ReverseDialog action={reversing} onClose={() => setReversing(undefined)} />}
    </AdminList>
  )
}
