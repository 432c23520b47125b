import { Link } from 'react-router'
import { buttonClassName } from '../../../shared/web/ui/Button.tsx'
import { useMe } from '../../session/web/auth.tsx'
import { Section } from './Section.tsx'

/** Leads to the decisions about the viewer, to the viewer's reports, and to the numbers of the school. */
export const ModerationSection = () => {
  const me = useMe()
  return (
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
        {me.is_custodian && (
          <Link to="/seals" className={buttonClassName('secondary')}>
            Requests to open a seal
          </Link>
        )}
      </div>
    </Section>
  )
}
