import { site } from '../../../shared/web/site.ts'
import { Mark } from '../../../shared/web/ui/Mark.tsx'
import { Skeleton } from '../../../shared/web/ui/states.tsx'

/** The layout while the server is asked who is there: nothing moves when it answers. */
export function ShellSkeleton() {
  return (
    <div role="status" aria-label={`Loading ${site.productName}`}>
      <div className="border-b border-line">
        <div className="mx-auto flex h-14 max-w-[1240px] items-center gap-2.5 px-4 font-display text-[1.375rem] font-bold tracking-tight desk:h-15 desk:px-6">
          <Mark />
          {site.productName}
        </div>
      </div>
      <div className="mx-auto max-w-[620px]">
        <PageSkeleton />
      </div>
    </div>
  )
}

/** A page whose code is on its way. */
export const PageSkeleton = () => (
  <div className="space-y-4 px-4 py-8 desk:px-0">
    <Skeleton className="h-8 w-40" />
    <Skeleton className="h-20" />
    <Skeleton className="h-48" />
  </div>
)
