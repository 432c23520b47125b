import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { Banner } from '../../../shared/web/ui/Panel.tsx'

type Reply = { readonly incomplete?: readonly string[] }

const separator = ' and '

/** The names of the cells that are missing in what is on the screen. */
function useMissingCells(): readonly string[] {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback((onChange: () => void) => cache.subscribe(onChange), [cache])
  const names = useSyncExternalStore(subscribe, () => {
    const replies = cache.findAll({ type: 'active' }).map(({ state }) => state.data as Reply | undefined)
    return [...new Set(replies.flatMap((reply) => reply?.incomplete ?? []))].sort().join(separator)
  })
  return names === '' ? [] : names.split(separator)
}

/** Tells a site administrator that schools of other cells are missing in the lists and figures below. */
export function MissingCells() {
  const cells = useMissingCells()
  if (cells.length === 0) return null
  const sentence =
    cells.length === 1
      ? `The cell ${cells[0]} doesn’t reply, so its schools are missing here.`
      : `The cells ${cells.join(separator)} don’t reply, so their schools are missing here.`
  return (
    <div className="pt-3">
      <Banner text={`${sentence} Refresh to try again.`} />
    </div>
  )
}
