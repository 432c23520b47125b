import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { maxSearchLength } from '../../../shared/limits.ts'
import { query } from '../../../shared/web/api.ts'
import { toOptions } from '../../../shared/web/options.ts'
import { LawnIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { Pager } from '../../../shared/web/ui/Pagination.tsx'
import { Banner, Panel, Toolbar } from '../../../shared/web/ui/Panel.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { EmptyState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { useUrlState } from '../../../shared/web/url-state.ts'
import { moderationApi } from '../contract.gen.ts'
import type { Action } from '../contract.ts'
import { HistoryItem } from './HistoryItem.tsx'
import type { ActionType } from './labels.ts'
import { ReverseDialog } from './ReverseDialog.tsx'
import { loadProblem } from './reports.ts'

const actions = toOptions<'' | ActionType>({
  '': 'All Actions',
  warn: 'Warnings',
  suspend: 'Suspensions',
  ban: 'Bans',
})

/** Moderation History: lists actions and reverses them. The search covers the current page only. */
export default function HistoryTab({ school }: { school: string }) {
  const address = useUrlState()
  const [reversing, setReversing] = useState<Action>()
  const [term, setTerm] = useState('')
  const withReversed = address.get('reversed') !== 'no'
  const asked = {
    page: address.page,
    includeReversed: withReversed ? ('true' as const) : ('false' as const),
    actionType: (address.get('action') || undefined) as Action['action_type'] | undefined,
    school_id: school || undefined,
  }
  const list = useQuery({
    ...query(moderationApi.history, { query: asked }),
    placeholderData: (before) => before,
  })
  const found = (list.data?.data ?? []).filter((action) => fits(action, term))

  return (
    <Panel
      title="Moderation History"
      subtitle="View and manage moderation actions"
      onRefresh={() => void list.refetch()}
    >
      <Toolbar>
        <label className="relative min-w-40 flex-1">
          <span className="sr-only">Search by user name, email, or reason...</span>
          <Search
            aria-hidden
            size={18}
            strokeWidth={1.75}
            className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-faint"
          />
          <input
            type="search"
            value={term}
            maxLength={maxSearchLength}
            placeholder="Search by user name, email, or reason..."
            onChange={(event) => setTerm(event.target.value)}
            className="min-h-11 w-full rounded-full bg-sunken pr-4 pl-10 text-body desk:min-h-9 desk:text-base"
          />
        </label>
        <Select
          label="Action"
          labelHidden
          value={asked.actionType ?? ''}
          options={actions}
          onChange={(action) => address.change({ action })}
        />
        <label className="flex min-h-11 cursor-pointer items-center gap-2">
          <input
            type="checkbox"
            checked={withReversed}
            onChange={(event) => address.change({ reversed: event.target.checked ? '' : 'no' })}
            className="size-5 accent-brand"
          />
          Include Reversed
        </label>
      </Toolbar>
      {list.isError && <Banner text={loadProblem(list.error, 'Failed to fetch moderation history')} />}
      {list.isPending && <Skeleton className="mx-4 h-96 desk:mx-0" />}
      {list.isSuccess && found.length === 0 && (
        <EmptyState illustration={<LawnIllustration />} title="No moderation actions found" />
      )}
      <ul className="desk:space-y-3">
        {found.map((action) => (
          <li key={action.id}>
            <HistoryItem action={action} onReverse={() => setReversing(action)} />
          </li>
        ))}
      </ul>
      {list.data && (
        <Pager
          page={address.page}
          totalPages={list.data.pagination.pages}
          onPage={(page) => address.change({ page: String(page) })}
        />
      )}
      {reversing && <ReverseDialog action={reversing} onClose={() => setReversing(undefined)} />}
    </Panel>
  )
}

const fits = ({ target_user_name, target_user_email, reason, created_by_name }: Action, term: string) =>
  [target_user_name, target_user_email, reason, created_by_name].some((text) =>
    text.toLowerCase().includes(term.trim().toLowerCase()),
  )
