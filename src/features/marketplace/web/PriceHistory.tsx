import { useState } from 'react'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { Time } from '../../../shared/web/ui/Time.tsx'
import { usePrice } from './labels.ts'
import { usePrices } from './queries.ts'

/** The prices of a listing, loaded when they are opened. */
export function PriceHistory({ id }: { id: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)} className="mt-2">
      <summary className="flex min-h-11 cursor-pointer items-center text-small font-semibold text-brand">
        Price history
      </summary>
      {isOpen && <Prices id={id} />}
    </details>
  )
}

function Prices({ id }: { id: string }) {
  const { data, error, refetch } = usePrices(id)
  const formatPrice = usePrice()
  if (error) return <ErrorState text="We couldn’t load the prices." error={error} onRetry={() => void refetch()} />
  if (!data) {
    return (
      <div role="status" aria-label="Loading prices">
        <Skeleton className="h-12" />
      </div>
    )
  }
  return (
    <ol aria-label="Price history" className="space-y-1 text-small">
      {data.data.map(({ price, at }) => (
        <li key={at} className="flex gap-3">
          <span className="min-w-16 font-semibold">{formatPrice(price)}</span>
          <Time at={at} className="text-faint" />
        </li>
      ))}
    </ol>
  )
}
