import { RadioList } from '../../../shared/web/ui/RadioList.tsx'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { useBuyers } from './queries.ts'

type Props = {
  /** Of the listing. */
  id: string
  label: string
  /** The label of the choice of none of them, which is the empty id. Absent: one of them has to be chosen. */
  otherwise?: string
  chosen: string
  onChoose: (id: string) => void
}

/** Radio buttons need a value. */
const none = 'none'

/** The buyers who asked about a listing, first come first. */
export function BuyerChoice({ id, label, otherwise, chosen, onChoose }: Props) {
  const { data, error, refetch } = useBuyers(id)
  if (error) return <ErrorState bare text="We couldn’t load the buyers." error={error} onRetry={() => void refetch()} />
  if (!data) {
    return (
      <div role="status" aria-label="Loading buyers" className="space-y-2">
        <Skeleton className="h-6 w-1/3" />
        <Skeleton className="h-11" />
        <Skeleton className="h-11" />
      </div>
    )
  }
  const buyers = data.data
  if (buyers.length === 0 && !otherwise) return <p className="text-soft">No one has asked about this listing yet.</p>
  const options = [
    ...buyers.map((buyer) => ({ value: buyer.id, label: buyer.name })),
    ...(otherwise ? [{ value: none, label: otherwise }] : []),
  ]
  const value = chosen === '' && otherwise ? none : chosen
  return (
    <RadioList label={label} options={options} value={value} onChange={(next) => onChoose(next === none ? '' : next)} />
  )
}
