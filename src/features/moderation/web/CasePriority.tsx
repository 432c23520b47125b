import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, invalidateAdmin } from '../../../shared/web/api.ts'
import { Banner } from '../../../shared/web/ui/Panel.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { casePriorities, casesApi } from '../case-contract.gen.ts'
import type { Case } from '../case-contract.ts'
import { CaseDeadline } from './CaseDeadline.tsx'
import { priorityLabels } from './labels.ts'

const options = casePriorities.map((priority) => [priority, priorityLabels[priority]] as const)

const reporterTexts: Readonly<Record<Case['reporters'], string>> = {
  'often right': 'Reported by someone who was often right before.',
  mixed: 'Its reporters are new, or were right only sometimes.',
  'often wrong': 'Its reporters were often wrong before.',
}

/** What the place of a case in the list follows from, and its priority, which a moderator can change. */
export function CasePriority({ item }: { item: Case }) {
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: (priority: Case['priority']) =>
      call(casesApi.prioritize, { params: { id: item.id }, body: { priority } }),
    onSettled: () => invalidateAdmin(client),
  })
  return (
    <section aria-label="Priority">
      {change.isError && <Banner text="Failed to change the priority" />}
      <div className="flex flex-wrap items-end gap-x-4 gap-y-1">
        <Select
          label="Priority"
          options={options}
          value={change.isPending ? change.variables : item.priority}
          onChange={(next) => change.mutate(next as Case['priority'])}
        />
        <CaseDeadline item={item} className="min-h-11 items-center desk:hidden" />
      </div>
      <p className="mt-1.5 text-small text-soft">
        {item.is_flagged && 'This text seems to name someone, and its author posted it after a question about that. '}
        {reporterTexts[item.reporters]} Cases are listed by priority, then by whether such a text names someone, then by
        whether a reporter was often right, then by age. How many reports there are makes no difference.
      </p>
    </section>
  )
}
