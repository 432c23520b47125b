import type { StoredDecision } from '../../moderation/server/decisions.ts'
import type { Statement } from '../contract.ts'

/** A removal that was just stored, as the affected user will read it. `item`: the name of the content type. */
export function presentRemoval({ id, ruleTitle, facts, terms }: StoredDecision, item: string): Statement {
  const { rule_text: text, ...rest } = terms
  return {
    ...rest,
    id,
    action_type: 'remove',
    scope: 'item',
    rule: { title: ruleTitle, text },
    facts,
    automated: false,
    item,
    reversed_at: null,
    appeal_state: null,
    can: { appeal: false },
  }
}
