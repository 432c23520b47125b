import { Field } from '../../../shared/web/ui/Field.tsx'
import { RuleSelect } from '../../rules/web/RuleSelect.tsx'
import type { Report } from '../report-contract.ts'
import { namesReporter, type ReporterWords } from './reporter-words.ts'

type TextProps = { value: string; error: string | undefined; onChange: (value: string) => void; maxLength?: number }
type Props = {
  school: string
  /** The report behind the decision. Its reporter must not be named. */
  report?: (ReporterWords & Pick<Report, 'reason'>) | undefined
  rule: { value: string; onChange: (id: string) => void }
  facts: TextProps
  /** What the user reads besides the facts. */
  reason?: string
}

/** What the statement of reasons says: the rule and the facts. */
export function StatementFields({ school, report, rule, facts, reason = '' }: Props) {
  const isNaming = report && [facts.value, reason].some((words) => namesReporter(words, report))
  return (
    <>
      <RuleSelect school={school} reason={report?.reason} {...rule} className="mt-4" />
      <Field
        label="What happened"
        multiline
        starred
        required
        hint="The person reads this. At least 10 characters."
        className="mt-4"
        {...facts}
      />
      <p role="status" className="mt-1 text-small font-medium text-danger empty:hidden">
        {isNaming && 'This text seems to name the person who reported. Remove the name before you send it.'}
      </p>
    </>
  )
}
