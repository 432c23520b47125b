import type { ReactNode } from 'react'
import { Button } from '../../../shared/web/ui/Button.tsx'

type Props = {
  onCancel: () => void
  /** The button that sends the form. */
  children: ReactNode
}

/** The foot of a form on a case. It stays in view while the fields scroll. */
export const CaseFormFoot = ({ onCancel, children }: Props) => (
  <div className="sticky bottom-0 -mx-3 mt-3 flex justify-end gap-2 border-t border-line bg-surface px-3 py-2 desk:-mx-5 desk:px-5">
    <Button variant="ghost" onClick={onCancel}>
      Cancel
    </Button>
    {children}
  </div>
)
