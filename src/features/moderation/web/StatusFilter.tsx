import { toOptions } from '../../../shared/web/options.ts'
import { Select } from '../../../shared/web/ui/Select.tsx'
import type { reportStatuses } from '../report-contract.gen.ts'

export type StatusChoice = '' | (typeof reportStatuses)[number]

const statuses = toOptions<StatusChoice>({
  '': 'All Status',
  pending: 'Pending',
  resolved: 'Resolved',
  dismissed: 'Dismissed',
})

type Props = { status: StatusChoice; onChange: (status: StatusChoice) => void }

/** Cases are pending; every other status is shown in the table. */
export const StatusFilter = ({ status, onChange }: Props) => (
  <Select label="Status" value={status} options={statuses} onChange={onChange} />
)
