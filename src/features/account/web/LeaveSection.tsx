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
      text="Your profile and everything under your name are hidden at once and removed within 30 days. For 28 days you can take that back by signing in again."
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
