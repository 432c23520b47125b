import { SchoolsPanel } from '../../schools/web/SchoolsPanel.tsx'
import { useMe } from '../../session/web/auth.tsx'
import { AuditLog } from './AuditLog.tsx'
import { SealOpenings } from './SealOpenings.tsx'

/** The schools, how often seals were opened, and for site administrators the log of everything that administrators did. */
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
