import { Suspense, useState } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { DataSection } from './DataSection.tsx'

const DeleteAccountDialog = lazyPart(() => import('./DeleteAccountDialog.tsx'))

/** What a banned or suspended user can still do with the account: take the data, or delete it. */
export default function BlockedTools() {
  const [shown, setShown] = useState<'data' | 'delete'>()
  return (
    <>
      {shown === 'data' ? (
        <div className="text-left">
          <DataSection isBlocked />
        </div>
      ) : (
        <Button variant="ghost" onClick={() => setShown('data')}>
          Download my data
        </Button>
      )}
      <Button variant="ghost" onClick={() => setShown('delete')}>
        Delete my account
      </Button>
      {shown === 'delete' && (
        <Suspense>
          <DeleteAccountDialog isBlocked onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </>
  )
}
