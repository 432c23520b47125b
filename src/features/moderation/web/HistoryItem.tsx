import { Button } from '../../../shared/web/ui/Button.tsx'
import { Badge } from '../../../shared/web/ui/Panel.tsx'
import type { Action } from '../contract.ts'
import { formatDate, titled } from './labels.ts'

const tones = { warn: 'warm', suspend: 'warm', ban: 'bad', remove: 'warm', label: 'warm', mute: 'warm' } as const
const date = (seconds: number) => formatDate(seconds, { padded: true })

/** One moderation action. A reversed one is dimmed and names the moderator and the reason. */
export function HistoryItem({ action, onReverse }: { action: Action; onReverse: () => void }) {
  const { is_active, action_type, duration_hours, report_content, expires_at, reversed_at } = action
  return (
    <article aria-label={`${titled(action_type)}: ${action.target_user_name}`} className="card px-4.5 py-4">
      <header className="flex items-start gap-3">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1.5 desk:min-h-11">
          <Badge tone={is_active ? tones[action_type] : 'plain'}>{titled(action_type)}</Badge>
          {!is_active && <Badge>REVERSED</Badge>}
          {duration_hours !== null && <span className="text-small text-soft tabular-nums">({duration_hours}h)</span>}
          <span className="min-w-0 max-desk:basis-full">
            <span className={`font-semibold wrap-anywhere ${is_active ? '' : 'text-soft'}`}>
              {action.target_user_name}
            </span>{' '}
            <span className="text-small wrap-anywhere text-soft">{action.target_user_email}</span>
          </span>
        </div>
        {is_active && <Button onClick={onReverse}>Reverse</Button>}
      </header>
      <div className={is_active ? '' : 'text-soft'}>
        <p className="mt-2 whitespace-pre-wrap">
          <span className="text-soft">Reason: </span>
          <bdi>{action.reason}</bdi>
        </p>
        {report_content && (
          <blockquote
            dir="auto"
            className="mt-2 line-clamp-3 rounded-control bg-sunken px-4 py-2 whitespace-pre-wrap text-soft"
          >
            {report_content}
          </blockquote>
        )}
      </div>
      <p className="mt-2 text-small text-soft tabular-nums">
        By {action.created_by_name} · {date(action.created_at)}
        {expires_at !== null && ` · Expires: ${date(expires_at)}`}
      </p>
      {reversed_at !== null && (
        <p className="mt-1 text-small text-soft">
          Reversed by {action.reversed_by_name} · {date(reversed_at)} · Reason: <bdi>{action.reversal_reason}</bdi>
        </p>
      )}
    </article>
  )
}
