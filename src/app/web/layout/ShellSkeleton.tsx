import { site } from '../../../shared/web/site.ts'
import { Skeleton } from '../../../shared/web/ui/states.tsx'
import { FirstPaint } from './FirstPaint.tsx'

/** The boxes that the document itself shows until React replaces them. */
const boxes = document.querySelector('#root > .fp')
const keepBoxes = (place: Element | null) => void (boxes && place?.replaceChildren(boxes))

/** The layout while the session is loading, so that nothing moves when it arrives. */
export function ShellSkeleton() {
  return (
    <div role="status" aria-label={`Loading ${site.productName}`}>
      <FirstPaint />
      {boxes ? (
        <div ref={keepBoxes} />
      ) : (
        <div className="mx-auto max-w-[620px]">
          <PageSkeleton />
        </div>
      )}
    </div>
  )
}

/** Placeholder of a page whose code is loading. */
export const PageSkeleton = () => (
  <div className="space-y-4 px-4 py-8 desk:px-0">
    <Skeleton className="h-8 w-40" />
    <Skeleton className="h-20" />
    <Skeleton className="h-48" />
  </div>
)
