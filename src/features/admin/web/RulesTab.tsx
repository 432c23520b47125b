import { reasonLabels } from '../../moderation/web/labels.ts'
import { RulesPanel } from '../../rules/web/RulesPanel.tsx'

/** The rules of the school, for students who help with them. */
export default function RulesTab({ school }: { school: string }) {
  return <RulesPanel school={school} reasons={Object.entries(reasonLabels)} />
}
