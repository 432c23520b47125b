import { Select } from '../../../shared/web/ui/Select.tsx'
import type { Case } from '../case-contract.ts'
import type { Report } from '../report-contract.ts'
import { StatementFields } from './StatementFields.tsx'
import { muteDurations, sealedNotices, type useSealedAction } from './use-sealed-action.ts'

type Props = {
  report: Report
  type: 'warn' | 'mute'
  priority?: Case['priority'] | undefined
  action: Pick<ReturnType<typeof useSealedAction>, 'field' | 'choice'>
}

/** What the author of a sealed item reads, and how long they cannot write anonymously. */
export function SealedActionFields({ report, type, priority, action: { field, choice } }: Props) {
  return (
    <>
      <div className="gap-4 sm:flex">
        <p className="flex-1 text-soft">{sealedNotices[type]}</p>
        {type === 'mute' && (
          <Select
            label="No anonymous writing for"
            options={muteDurations}
            className="max-sm:mt-3"
            {...choice('days')}
          />
        )}
      </div>
      <StatementFields
        school={report.school_id}
        report={report}
        priority={priority}
        rule={choice('rule')}
        facts={field('facts')}
      />
    </>
  )
}
