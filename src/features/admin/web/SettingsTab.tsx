import { SchoolsPanel } from '../../schools/web/SchoolsPanel.tsx'
import { useMe } from '../../session/web/auth.tsx'
import { AuditLog } from './AuditLog.tsx'
import { SealOpenings } from './SealOpenings.tsx'

/** Schools, seal openings, and for site administrators the audit log. */
export default function SettingsTab({ school }: { school: string }) {
  const isSite = useMe().role === 'site_admin'
  return (
    <>
      <SchoolsPanel school={school} mayEdit={isSite} />
      <SealOpenings school={school} />
      {isSite && <AuditLog school={school} />}
    </>
  )
}
