import { Page } from '../../../shared/web/ui/Page.tsx'
import { AccountSection } from './AccountSection.tsx'
import { AppearanceSection } from './AppearanceSection.tsx'
import { DataSection } from './DataSection.tsx'
import { DetailsSection } from './DetailsSection.tsx'
import { DevicesSection } from './DevicesSection.tsx'
import { LeaveSection } from './LeaveSection.tsx'
import { LegalSection } from './LegalSection.tsx'
import { MailSection } from './MailSection.tsx'

export default function SettingsPage() {
  return (
    <Page title="Settings">
      <div className="space-y-3 desk:space-y-4">
        <AccountSection />
        <DetailsSection />
        <AppearanceSection />
        <DevicesSection />
        <MailSection />
        <DataSection />
        <LegalSection />
        <LeaveSection />
      </div>
    </Page>
  )
}
