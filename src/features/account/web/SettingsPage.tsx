import { Suspense } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Page } from '../../../shared/web/ui/Page.tsx'
import { Skeleton } from '../../../shared/web/ui/states.tsx'
import { AccountSection } from './AccountSection.tsx'
import { AppearanceSection } from './AppearanceSection.tsx'
import { DataSection } from './DataSection.tsx'
import { DevicesSection } from './DevicesSection.tsx'
import { LeaveSection } from './LeaveSection.tsx'
import { LegalSection } from './LegalSection.tsx'
import { MailSection } from './MailSection.tsx'
import { ModerationSection } from './ModerationSection.tsx'
import { OnThisDeviceSection } from './OnThisDeviceSection.tsx'
import { SafetySection } from './SafetySection.tsx'

const DetailsSection = lazyPart(() => import('./DetailsSection.tsx'))

export default function SettingsPage() {
  return (
    <Page title="Settings">
      <div className="space-y-3 desk:space-y-4">
        <AccountSection />
        <Suspense fallback={<Skeleton className="h-96" />}>
          <DetailsSection />
        </Suspense>
        <AppearanceSection />
        <SafetySection />
        <DevicesSection />
        <OnThisDeviceSection />
        <MailSection />
        <DataSection />
        <ModerationSection />
        <LegalSection />
        <LeaveSection />
      </div>
    </Page>
  )
}
