import { Suspense, useState } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Section } from './Section.tsx'

const DeleteAccountDialog = lazyPart(() => import('./DeleteAccountDialog.tsx'))

/** Deletes the account. */
export function LeaveSection() {
  const [deleting, setDeleting] = useState(false)
  return (
    <Section
      title="Delete account"
      text="We hide your profile and posts right away and delete them within 30 days. Sign in within 28 days if you change your mind."
    >
      <Button variant="danger" onClick={() => setDeleting(true)}>
        Delete my account
      </Button>
      {deleting && (
        <Suspense>
          <DeleteAccountDialog onClose={() => setDeleting(false)} />
        </Suspense>
      )}
    </Section>
  )
}
