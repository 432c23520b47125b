import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Button, buttonClassName } from '../../../shared/web/ui/Button.tsx'
import { Section } from './Section.tsx'

const LegalDialog = lazyPart(() => import('../../session/web/LegalDialog.tsx'))

/** Terms and privacy policy that the viewer accepted. */
export function LegalSection() {
  const [reading, setReading] = useState<'Terms of Service' | 'Privacy Policy'>()
  return (
    <Section title="Legal">
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setReading('Terms of Service')}>Terms of Service</Button>
        <Button onClick={() => setReading('Privacy Policy')}>Privacy Policy</Button>
        <Link to="/notice" className={buttonClassName('secondary')}>
          Report without an account
        </Link>
      </div>
      {reading && (
        <Suspense>
          <LegalDialog shown={reading} onClose={() => setReading(undefined)} />
        </Suspense>
      )}
    </Section>
  )
}
