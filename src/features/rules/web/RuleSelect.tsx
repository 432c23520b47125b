import { useEffect, useEffectEvent } from 'react'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { useRules } from './rules.ts'

type Props = {
  school: string
  /** The reason of the report, whose rule is chosen first. */
  reason?: string | undefined
  value: string
  onChange: (id: string) => void
  className?: string
}

/** The rule that a decision is based on. Starts with the one of the report's reason, else with the last, "Other". */
export function RuleSelect({ school, reason, value, onChange, className = '' }: Props) {
  const rules = useRules(school)
  const first = rules.find(({ reasons }) => reason !== undefined && reasons.includes(reason)) ?? rules.at(-1)
  const choose = useEffectEvent((id: string) => onChange(id))
  const isKnown = rules.some(({ id }) => id === value)
  useEffect(() => {
    if (first && !isKnown) choose(first.id)
  }, [first, isKnown])
  return (
    <Select
      label="Rule"
      value={value}
      options={rules.map(({ id, title }) => [id, title] as const)}
      onChange={onChange}
      className={className}
    />
  )
}
