import { SchoolsPanel } from '../../schools/web/SchoolsPanel.tsx'
import { useMe } from '../../session/web/auth.tsx'
import { AuditLog } from './AuditLog.tsx'

/** The schools, and for site administrators the log of everything that administrators did. */
export default function SettingsTab({ school }: { school: string }) {
  const isSite = useMe().role === 'site_admin'
  return (
    <>
      <SchoolsPanel school={school} mayEdit={isSite} />
      {isSite && <AuditLog school={school} />}
    </>
  )
}
