import { Select } from '../../../shared/web/ui/Select.tsx'
import { useRules } from '../../rules/web/rules.ts'
import type { Case } from '../case-contract.ts'
import type { Report } from '../report-contract.ts'
import { isClosed } from './labels.ts'
import { fillTemplate, orderTemplates, useTemplates } from './templates.ts'

type Props = {
  school: string
  report: Report | undefined
  /** The id of the chosen rule. */
  rule: string
  priority: Case['priority'] | undefined
  /** Until when a sanction lasts. */
  until: string | undefined
  onChoose: (text: string) => void
}

/** Inserts a text of the school. Nothing while it has none. */
export function TemplateSelect({ school, report, rule, priority, until, onChoose }: Props) {
  const templates = orderTemplates(useTemplates(school), priority)
  const rules = useRules(school)
  if (templates.length === 0) return null
  const choose = (id: string) => {
    const template = templates.find((one) => one.id === id)
    if (!template) return
    // A sealed author has no name here.
    const name = report && !isClosed(report) ? (report.reported_user_name ?? 'you') : 'you'
    const title = rules.find((one) => one.id === rule)?.title ?? ''
    onChoose(fillTemplate(template.text, { name, rule: title, until: until ?? '' }))
  }
  const options = [['', 'Choose a text'] as const, ...templates.map(({ id, title }) => [id, title] as const)]
  return <Select label="Template" options={options} value="" onChange={choose} className="mt-4" />
}
