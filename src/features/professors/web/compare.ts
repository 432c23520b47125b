import { useState } from 'react'
import { storedDraft } from '../../../shared/web/draft.ts'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import type { Professor } from '../contract.ts'

/** The part of a professor that the selection shows. */
export type Chosen = Pick<Professor, 'id' | 'first_name' | 'last_name' | 'full_name' | 'avatar_url'>

const name = 'compared professors'
/** Columns of the comparison. */
export const maxCompared = 6

function stored(): readonly Chosen[] {
  try {
    return JSON.parse(storedDraft.read(name) ?? '[]') as Chosen[]
  } catch {
    return []
  }
}

/** Professors selected for comparison. Kept across pages until the tab or the session ends. */
export function useSelection() {
  const [chosen, setChosen] = useState(stored)
  const keep = (next: readonly Chosen[]) => {
    setChosen(next)
    storedDraft.write(name, next.length > 0 ? JSON.stringify(next) : undefined)
  }
  return {
    chosen,
    has: (id: string) => chosen.some((professor) => professor.id === id),
    toggle({ id, first_name, last_name, full_name, avatar_url }: Chosen) {
      if (chosen.length >= maxCompared && chosen.every((professor) => professor.id !== id))
        return void toast.error(`Compare up to ${maxCompared} professors`)
      const rest = chosen.filter((professor) => professor.id !== id)
      keep(rest.length < chosen.length ? rest : [...chosen, { id, first_name, last_name, full_name, avatar_url }])
    },
    clear: () => keep([]),
  }
}
export type Selection = ReturnType<typeof useSelection>
