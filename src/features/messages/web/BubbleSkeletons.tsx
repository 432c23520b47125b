import { Skeleton } from '../../../shared/web/ui/states.tsx'

/** Placeholders in the shape of a conversation. */
export const BubbleSkeletons = () => (
  <div className="*:rounded-[18px]">
    <Skeleton className="h-10 w-1/2" />
    <Skeleton className="mt-1 h-16 w-3/5" />
    <Skeleton className="mt-3 ml-auto h-10 w-2/5" />
    <Skeleton className="mt-3 h-10 w-2/3" />
    <Skeleton className="mt-3 ml-auto h-16 w-3/5" />
    <Skeleton className="mt-1 ml-auto h-10 w-1/3" />
  </div>
)
