import { Link } from 'react-router'
import { buttonClassName } from '../../../shared/web/ui/Button.tsx'
import { Section } from './Section.tsx'

/** Leads to the decisions about the viewer, to the viewer's reports, and to the numbers of the school. */
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
      <Link to="/transparency" className={buttonClassName('secondary')}>
        Moderation in numbers
      </Link>
    </div>
  </Section>
)
