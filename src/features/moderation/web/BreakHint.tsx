import { useQuery } from '@tanstack/react-query'
import { plural } from '../../../shared/plural.ts'
import { query } from '../../../shared/web/api.ts'
import { useDraft } from '../../../shared/web/draft.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import type { Case } from '../case-contract.ts'
import { dutyApi } from '../duty-contract.gen.ts'

/** Urgent cases that a moderator decides in a tab before a break is suggested. */
const casesBeforeBreak = 20

/** Counts the urgent cases that were decided in this tab. */
export function useUrgentHandled() {
  const [stored, store] = useDraft('urgent cases handled')
  const handled = Number(stored || '0')
  return {
    isBreakDue: handled >= casesBeforeBreak,
    countUrgent: ({ priority }: Case, count: 1 | -1 = 1) => {
      if (priority !== 'normal') store(String(Math.max(0, handled + count)))
    },
    beginAgain: () => store(''),
  }
}

/** Suggests a break, with how many others are on duty meanwhile. */
export function BreakHint({ onClose }: { onClose: () => void }) {
  const duty = useQuery(query(dutyApi.show))
  if (!duty.data) return null
  const { length } = duty.data.data.others
  return (
    <div
      role="status"
      className="card mb-3 flex flex-wrap items-center gap-2 bg-gold-soft px-4 py-2 max-desk:relative max-desk:z-30"
    >
      <p className="min-w-0 flex-1 font-medium">
        Take a ten-minute break? {plural(length, 'other')} {length === 1 ? 'is' : 'are'} on duty.
      </p>
      <Button variant="ghost" onClick={onClose}>
        Close
      </Button>
    </div>
  )
}
