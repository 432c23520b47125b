import type { StoredDecision } from '../../moderation/server/decisions.ts'
import type { Statement } from '../contract.ts'

/** A removal or label that was just stored, as the affected user will read it. `item`: the name of the content type. */
export function presentItemDecision(
  { id, ruleTitle, facts, terms }: StoredDecision,
  { item, action_type, scope }: Pick<Statement, 'action_type' | 'scope'> & { readonly item: string },
): Statement {
  const { rule_text: text, ...rest } = terms
  return {
    ...rest,
    id,
    action_type,
    scope,
    rule: { title: ruleTitle, text },
    facts,
    automated: false,
    item,
    reversed_at: null,
    appeal_state: null,
    can: { appeal: false },
  }
}
