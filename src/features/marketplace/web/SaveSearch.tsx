import { BellPlus } from 'lucide'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { toFilters } from './searches.ts'
import type { Narrow } from './url-state.ts'

const SearchDialog = lazyPart(() => import('./SearchDialog.tsx'))

/** Offers to save the filters of the list, if there are any. */
export function SaveSearch({ view }: { view: Narrow }) {
  const [isOpen, setIsOpen] = useState(false)
  const filters = toFilters(view)
  if (Object.keys(filters).length === 0) return null
  return (
    <div className="px-3 pt-2 desk:mb-4 desk:p-0">
      <Button onPointerEnter={SearchDialog.preload} onClick={() => setIsOpen(true)}>
        <Icon icon={BellPlus} size={18} />
        Save this search
      </Button>
      {isOpen && (
        <Suspense>
          <SearchDialog filters={filters} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
