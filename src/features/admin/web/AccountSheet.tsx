import type { ReactNode } from 'react'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Welcome } from './AdminBar.tsx'

/** Who is signed in, and which school is shown, on a phone. */
export default function AccountSheet({ scope, onClose }: { scope: ReactNode; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Your account">
      <div className="space-y-4">
        <Welcome />
        {scope}
      </div>
    </Dialog>
  )
}
