import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { useAuth } from '../../session/web/auth.tsx'
import { Section } from './Section.tsx'

const DeleteAccountDialog = lazy(() => import('./DeleteAccountDialog.tsx'))

/** The two ways out: for now, and for good. */
export function LeaveSection() {
  const { logout } = useAuth()
  const [deleting, confirm] = useState(false)
  return (
    <>
      <Section title="Leave for now">
        <Button onClick={logout}>Logout</Button>
      </Section>
      <Section
        title="Delete account"
        text="Your profile and everything under your name are hidden at once and removed within 30 days. For 28 days you can take that back by signing in again."
      >
        <Button className="text-danger" onClick={() => confirm(true)}>
          Delete my account
        </Button>
        {deleting && (
          <Suspense>
            <DeleteAccountDialog onClose={() => confirm(false)} />
          </Suspense>
        )}
      </Section>
    </>
  )
}
