import { Skeleton } from '../../../shared/web/ui/states.tsx'

const shapes = [72, 96, 60, 84]

type Props = { count: number; label?: string }

export function PostSkeleton({ count, label = 'Loading posts' }: Props) {
  return (
    <div role="status" aria-label={label} className="desk:space-y-4">
      {shapes.slice(0, count).map((height) => (
        <div key={height} className="card p-4.5">
          <div className="flex gap-3">
            <Skeleton className="size-10 rounded-full" />
            <div className="flex-1 space-y-2">
              <Skeleton className="h-4 w-36" />
              <Skeleton className="h-3 w-20" />
            </div>
          </div>
          <span className="mt-4 block" style={{ height }}>
            <Skeleton className="h-full" />
          </span>
        </div>
      ))}
    </div>
  )
}
