import { reasonLabels } from '../../moderation/web/labels.ts'
import { RulesPanel } from '../../rules/web/RulesPanel.tsx'
import { SchoolsPanel } from '../../schools/web/SchoolsPanel.tsx'
import { useMe } from '../../session/web/auth.tsx'
import { AnonymityPanel } from './AnonymityPanel.tsx'
import { AuditLog } from './AuditLog.tsx'
import { SealOpenings } from './SealOpenings.tsx'

const reasons = Object.entries(reasonLabels)

/** Schools, rules, who opens seals, seal openings, and for site administrators the audit log. */
export default function SettingsTab({ school }: { school: string }) {
  const isSite = useMe().role === 'site_admin'
  return (
    <>
      <SchoolsPanel school={school} mayEdit={isSite} />
      <RulesPanel school={school} reasons={reasons} />
      <AnonymityPanel school={school} />
      <SealOpenings school={school} />
      {isSite && <AuditLog school={school} />}
    </>
  )
}
