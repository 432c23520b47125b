import { Link } from 'react-router'
import { buttonClassName } from '../../../shared/web/ui/Button.tsx'
import { Section } from './Section.tsx'

/** Leads to the page about what the viewer sees of others. */
export const SafetySection = () => (
  <Section title="Safety" text="Decide what you see of others and who can contact you.">
    <Link to="/settings/safety" className={buttonClassName('secondary')}>
      Safety settings
    </Link>
  </Section>
)
