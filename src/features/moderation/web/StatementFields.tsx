import { Field } from '../../../shared/web/ui/Field.tsx'
import { RuleSelect } from '../../rules/web/RuleSelect.tsx'
import type { Case } from '../case-contract.ts'
import type { Report } from '../report-contract.ts'
import { namesReporter } from './reporter-words.ts'
import { TemplateSelect } from './TemplateSelect.tsx'

type TextProps = { value: string; error: string | undefined; onChange: (value: string) => void; maxLength?: number }
type Props = {
  school: string
  /** The report behind the decision. Its reporter must not be named. */
  report?: Report | undefined
  rule: { value: string; onChange: (id: string) => void }
  facts: TextProps
  /** What the user reads besides the facts. */
  reason?: string
  /** Of the case: its templates are offered first. */
  priority?: Case['priority'] | undefined
  /** Until when a sanction lasts, for templates. */
  until?: string | undefined
}

/** What the statement of reasons says: the rule and the facts. */
export function StatementFields({ school, report, rule, facts, reason = '', priority, until }: Props) {
  const isNaming = report && [facts.value, reason].some((words) => namesReporter(words, report))
  return (
    <>
      <RuleSelect school={school} reason={report?.reason} {...rule} className="mt-4" />
      <TemplateSelect
        school={school}
        report={report}
        rule={rule.value}
        priority={priority}
        until={until}
        onChoose={(text) => facts.onChange([facts.value.trim(), text].filter(Boolean).join('\n'))}
      />
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
