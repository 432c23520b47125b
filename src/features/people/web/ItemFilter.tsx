import { Suspense } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Skeleton } from '../../../shared/web/ui/states.tsx'
import { useMe } from '../../session/web/auth.tsx'
import type { FilterProps } from './FilteredItem.tsx'

const FilteredItem = lazyPart(() => import('./FilteredItem.tsx'))

/**
 * An item of a list; one line if one of the viewer's muted words is in it; nothing if they hide items with notes. Users without
 * muted words do not load the code of the filter.
 */
export function ItemFilter({ isAuthor = false, item, ...props }: FilterProps) {
  const { id, safety } = useMe()
  if (isAuthor || props.author === id) return props.children
  if (safety.notes === 'hide' && (item?.note !== undefined || item?.sensitive)) return null
  if (safety.words.length === 0) return props.children
  return (
    <Suspense fallback={<Skeleton className="h-14" />}>
      <FilteredItem {...props} words={safety.words} />
    </Suspense>
  )
}
