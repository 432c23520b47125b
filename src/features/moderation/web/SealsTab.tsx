import { EvidencePanel } from './EvidencePanel.tsx'
import { SealRequests } from './SealRequests.tsx'

/** What two people open together in the administration: seals and evidence. */
export default function SealsTab({ school }: { school: string }) {
  return (
    <>
      <SealRequests school={school} title="Seals" />
      <EvidencePanel school={school} />
    </>
  )
}
