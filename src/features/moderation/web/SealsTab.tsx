import { SealRequests } from './SealRequests.tsx'

/** The requests to open seals in the administration. */
export default function SealsTab({ school }: { school: string }) {
  return <SealRequests school={school} title="Seals" />
}
