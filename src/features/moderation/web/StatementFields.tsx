import { Field } from '../../../shared/web/ui/Field.tsx'
import { RuleSelect } from '../../rules/web/RuleSelect.tsx'
import { useRules } from '../../rules/web/rules.ts'
import type { Report } from '../report-contract.ts'
import { namesReporter, type ReporterWords } from './reporter-words.ts'

type TextProps = { value: string; error: string | undefined; onChange: (value: string) => void; maxLength?: number }
type Props = {
  school: string
  /** The report behind the decision. Its reporter must not be named. */
  report?: (ReporterWords & Pick<Report, 'reason'>) | undefined
  rule: { value: string; onChange: (id: string) => void }
  facts: TextProps
  /** Used as the facts while they are empty. */
  reason: string
  factsHint?: string
}

/** What the statement of reasons says: the rule, the facts, and a preview of the notice. */
export function StatementFields({ school, report, rule, facts, reason, factsHint }: Props) {
  const { title } = useRules(school).find(({ id }) => id === rule.value) ?? {}
  const told = facts.value.trim() || reason.trim()
  return (
    <>
      <RuleSelect school={school} reason={report?.reason} {...rule} className="mt-4" />
      <Field
        label="What happened"
        multiline
        hint={factsHint ?? 'The user reads this. If you leave it empty, they read the reason.'}
        className="mt-4"
        {...facts}
      />
      <p role="status" className="mt-1 text-small font-medium text-danger empty:hidden">
        {report &&
          namesReporter(told, report) &&
          'This text seems to name the person who reported. Remove the name before you send it.'}
      </p>
      <details className="mt-3 rounded-control bg-sunken px-4">
        <summary className="flex min-h-11 cursor-pointer items-center font-medium">Preview</summary>
        <div className="space-y-1 pb-4 whitespace-pre-wrap wrap-anywhere">
          <p>Rule: {title ?? 'Other'}</p>
          <p>What happened: {told || '…'}</p>
          <p>No automatic system took part in this decision.</p>
          <p>A moderator who did not make this decision will read an appeal.</p>
        </div>
      </details>
    </>
  )
}
