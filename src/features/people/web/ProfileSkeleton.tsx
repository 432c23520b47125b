import { Skeleton } from '../../../shared/web/ui/states.tsx'

export const ProfileSkeleton = () => (
  <div role="status" aria-label="Loading profile" className="desk:pt-6">
    <h1 className="sr-only">Profile</h1>
    <div className="card overflow-hidden">
      <div className="aspect-[5/2] max-h-64 w-full bg-brand-soft sm:aspect-[4/1]" />
      <div className="px-4 pb-5 desk:px-6">
        <div className="relative -mt-14 w-fit rounded-full bg-surface p-1 desk:-mt-16">
          <Skeleton className="size-28 rounded-full" />
        </div>
        <Skeleton className="mt-4 h-7 w-56" />
        <Skeleton className="mt-3 h-4 w-72 max-w-full" />
        <Skeleton className="mt-4 h-5 w-48" />
      </div>
    </div>
  </div>
)
