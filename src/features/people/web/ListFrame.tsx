import type { ReactNode } from 'react'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'

type Props = {
  list: {
    readonly isPending: boolean
    readonly isError: boolean
    readonly error: unknown
    readonly rows: readonly unknown[]
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    refetch(): unknown
    fetchNextPage(): unknown
  }
  label: string
  problem: string
  empty: ReactNode
  children: ReactNode
}

/** Renders a list in each state: loading, failed, empty, loaded, and loaded with more pages. */
export function ListFrame({ list, label, problem, empty, children }: Props) {
  if (list.isPending) return <RowSkeletons />
  if (list.isError && list.rows.length === 0)
    return <ErrorState text={problem} error={list.error} onRetry={() => void list.refetch()} />
  if (list.rows.length === 0) return empty
  return (
    <>
      <ul aria-label={label} className="card divide-y divide-line py-1">
        {children}
      </ul>
      {list.hasNextPage && (
        <div className="flex justify-center py-5">
          <Button pendingLabel={list.isFetchingNextPage && 'Loading...'} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  )
}

export const RowSkeletons = () => (
  <div role="status" aria-label="Loading people" className="card divide-y divide-line py-1">
    {[60, 45, 70, 52, 64, 48].map((width) => (
      <div key={width} className="flex items-center gap-3 px-4 py-2.5">
        <Skeleton className="size-10 rounded-full" />
        <div className="flex-1 space-y-2">
          <span className="block" style={{ width: `${width}%` }}>
            <Skeleton className="h-4" />
          </span>
          <Skeleton className="h-3 w-24" />
        </div>
      </div>
    ))}
  </div>
)
