import { Link } from 'react-router'
import { scrollableRef } from '../../../shared/web/scrollable.ts'
import { site } from '../../../shared/web/site.ts'
import { formatFullDate } from '../../../shared/web/time.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import type { Notice } from '../contract.ts'
import { formatDay, sanctionTitles } from './labels.ts'

/** Shows users the moderation decisions about them. Its button closes it, or the link to the reasons. */
export default function NoticeDialog({
  notices,
  onUnderstand,
}: {
  notices: readonly Notice[]
  onUnderstand: () => void
}) {
  return (
    <Dialog
      open
      title="Moderation Notice"
      actions={
        <Button variant="primary" autoFocus onClick={onUnderstand}>
          I Understand
        </Button>
      }
    >
      <ul className="space-y-5">
        {notices.map(
          ({ id, action_type, reason, duration_hours, report_content, created_at, expires_at, ...statement }) => (
            <li key={id}>
              <h3 className="text-card">
                {sanctionTitles[action_type]}
                {duration_hours !== null && (
                  <span className="font-sans font-normal text-soft"> ({duration_hours} hours)</span>
                )}
              </h3>
              <p dir="auto" className="mt-1 whitespace-pre-wrap">
                {reason}
              </p>
              {report_content && (
                <blockquote
                  dir="auto"
                  ref={scrollableRef}
                  className="mt-2 max-h-32 overflow-y-auto rounded-control bg-sunken px-4 py-2.5 whitespace-pre-wrap text-soft"
                >
                  {report_content}
                </blockquote>
              )}
              <Statement id={id} reason={reason} {...statement} onRead={onUnderstand} />
              <p className="mt-2 text-small text-soft">Issued: {formatFullDate(created_at)}</p>
              {expires_at !== null && <p className="text-small text-soft">Expires: {formatFullDate(expires_at)}</p>}
            </li>
          ),
        )}
      </ul>
      <p className="mt-5 text-small text-soft">
        Questions? Email{' '}
        <a className="font-semibold text-brand hover:underline" href={`mailto:${site.supportEmail}`}>
          {site.supportEmail}
        </a>
        .
      </p>
    </Dialog>
  )
}

type StatementProps = Pick<Notice, 'id' | 'reason' | 'rule' | 'facts' | 'appeal_until'> & { onRead: () => void }

/** The reasons in short. Decisions from before the rules have none. */
function Statement({ id, reason, rule, facts, appeal_until, onRead }: StatementProps) {
  return (
    <div className="mt-2 space-y-1 wrap-anywhere empty:hidden">
      {rule && <p>Rule: {rule}</p>}
      {facts && facts !== reason && (
        <p className="whitespace-pre-wrap">
          What happened: <bdi>{facts}</bdi>
        </p>
      )}
      {appeal_until !== null && (
        <>
          <p>No automatic system took part in this decision.</p>
          <p>
            You can appeal until {formatDay(appeal_until)}. A moderator who did not make this decision will read your
            appeal.
          </p>
          <Link
            to={`/decisions/${id}`}
            onClick={onRead}
            className="inline-flex min-h-11 items-center font-medium text-brand hover:underline"
          >
            Read the decision
          </Link>
        </>
      )}
    </div>
  )
}
