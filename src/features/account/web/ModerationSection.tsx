import { Link } from 'react-router'
import { buttonClassName } from '../../../shared/web/ui/Button.tsx'
import { Section } from './Section.tsx'

/** Leads to the decisions about the viewer and to the viewer's reports. */
export const ModerationSection = () => (
  <Section
    title="Moderation"
    text="The reasons of decisions about you, your appeals, and what came out of your reports."
  >
    <div className="flex flex-wrap gap-2">
      <Link to="/decisions" className={buttonClassName('secondary')}>
        Decisions about you
      </Link>
      <Link to="/reports" className={buttonClassName('secondary')}>
        Reports I made
      </Link>
    </div>
  </Section>
)
