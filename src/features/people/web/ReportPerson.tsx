import { Flag } from 'lucide-react'
import { Suspense, useState } from 'react'
import { call } from '../../../shared/web/api.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import type { reports } from '../../moderation/contract.ts'

const ReportDialog = lazyPart(() => import('../../moderation/web/ReportDialog.tsx'))

/** A button that reports a user for their profile or behavior. */
export function ReportPerson({ person: { id, name } }: { person: { readonly id: string; readonly name: string } }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton label={`Report ${name}`} onClick={() => setOpen(true)} className="-mr-2">
        <Icon icon={Flag} size={18} />
      </IconButton>
      {open && (
        <Suspense>
          <ReportDialog
            what="person"
            id={id}
            text={name}
            report={(body) => call<typeof reports.reportUser>('POST /api/users/:id/report', { params: { id }, body })}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
