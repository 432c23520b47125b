import { useRules } from '../../rules/web/rules.ts'

type Props = {
  school: string
  /** What the decision is called: 'Your post was removed'. */
  title: string
  /** Id of the rule. */
  rule: string
  facts: string
  /** When it ends, if it does: 'After 3 days'. */
  end?: string | undefined
}

/** The statement of reasons as the affected person reads it. */
export function StatementPreview({ school, title, rule: id, facts, end }: Props) {
  const rule = useRules(school).find((candidate) => candidate.id === id)
  const entries = [
    ['Rule', rule?.title ?? 'Other', rule?.text],
    ['What happened', facts.trim() || '…'],
    ...(end ? [['End', end]] : []),
    ['Automation', 'No automatic system took part in this decision.'],
    ['Your options', 'You can appeal. A moderator who did not make this decision will read your appeal.'],
  ]
  return (
    <section aria-label="Preview of the statement" className="rounded-card border border-line px-4 py-3.5">
      <p className="text-small text-soft">The person reads</p>
      <h3 className="mt-0.5 text-card wrap-anywhere">{title}</h3>
      <dl className="mt-2 space-y-2">
        {entries.map(([name, text, more]) => (
          <div key={name}>
            <dt className="text-small text-soft">{name}</dt>
            <dd dir="auto" className="whitespace-pre-wrap wrap-anywhere">
              {text}
              {more && <span className="block text-small text-soft">{more}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
