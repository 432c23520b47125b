import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../../shared/web/api.ts'
import { toOptions } from '../../../shared/web/options.ts'
import { AdminList } from '../../../shared/web/ui/AdminList.tsx'
import { LawnIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { EmptyState } from '../../../shared/web/ui/states.tsx'
import { choiceParam, pageParam } from '../../../shared/web/url-params.ts'
import { useUrlState } from '../../../shared/web/url-state.ts'
import { loadProblem } from '../../moderation/web/reports.ts'
import { appealsApi } from '../contract.gen.ts'
import { AppealRow } from './AppealRow.tsx'

const params = { page: pageParam, status: choiceParam(['open', 'closed', 'all'], 'open', 'view') }
const statuses = toOptions<'open' | 'closed' | 'all'>({ open: 'Open', closed: 'Closed', all: 'All' })

/** The appeals of the school. Moderators claim one, write with the user, and decide. */
export default function AppealsTab({ school }: { school: string }) {
  const view = useUrlState(params)
  const [problem, setProblem] = useState<string>()
  const { page, status } = view
  const list = useQuery({
    ...query(appealsApi.list, { query: { page, status, school_id: school || undefined } }),
    placeholderData: (before) => before,
  })
  return (
    <AdminList
      title="Appeals"
      subtitle="A moderator who did not make the decision answers"
      list={list}
      tools={
        <Select
          label="Status"
          labelHidden
          value={status}
          options={statuses}
          onChange={(status) => view.change({ status })}
        />
      }
      problem={list.isError ? loadProblem(list.error, 'Failed to load appeals') : problem}
      rows={list.data?.data ?? []}
      empty={
        list.isSuccess && (
          <EmptyState
            illustration={<LawnIllustration />}
            title={status === 'open' ? 'No open appeals' : 'No appeals'}
          />
        )
      }
      row={(appeal) => (
        <li key={appeal.id}>
          <AppealRow appeal={appeal} onProblem={setProblem} />
        </li>
      )}
      pages={
        list.data && {
          page,
          totalPages: list.data.pagination.totalPages,
          onPage: (page, options) => view.change({ page }, options),
        }
      }
    />
  )
}
