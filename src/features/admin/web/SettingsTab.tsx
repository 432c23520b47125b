import { reasonLabels } from '../../moderation/web/labels.ts'
import { TemplatesPanel } from '../../moderation/web/TemplatesPanel.tsx'
import { RulesPanel } from '../../rules/web/RulesPanel.tsx'
import { SchoolsPanel } from '../../schools/web/SchoolsPanel.tsx'
import { useMe } from '../../session/web/auth.tsx'
import { AnonymityPanel } from './AnonymityPanel.tsx'
import { AuditLog } from './AuditLog.tsx'
import { BlocklistPanel } from './BlocklistPanel.tsx'
import { GrantsPanel } from './GrantsPanel.tsx'
import { SealOpenings } from './SealOpenings.tsx'

const reasons = Object.entries(reasonLabels)

/** Schools, rules, templates, grants, who opens seals, seal openings, and for site administrators the blocklist and the audit log. */
export default function SettingsTab({ school }: { school: string }) {
  const isSite = useMe().role === 'site_admin'
  return (
    <>
      <SchoolsPanel school={school} mayEdit={isSite} />
      <RulesPanel school={school} reasons={reasons} />
      <TemplatesPanel school={school} />
      <GrantsPanel school={school} />
      <AnonymityPanel school={school} />
      <SealOpenings school={school} />
      {isSite && <BlocklistPanel />}
      {isSite && <AuditLog school={school} />}
    </>
  )
}
