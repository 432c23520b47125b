import { Time } from '../../../shared/web/ui/Time.tsx'
import type { AppealMessage } from '../contract.ts'

/** The messages of an appeal. `own`: how the side of the user who appealed is called. */
export const Messages = ({ messages, own }: { messages: readonly AppealMessage[]; own: string }) => (
  <ol aria-label="Messages" className="space-y-3">
    {messages.map(({ id, from_moderator, text, created_at }) => (
      <li key={id} className={`rounded-control px-4 py-3 ${from_moderator ? 'bg-brand-soft' : 'bg-sunken'}`}>
        <p className="flex flex-wrap gap-x-2 text-small text-soft">
          <span className="font-semibold text-ink">{from_moderator ? 'Moderator' : own}</span>
          <Time at={created_at} />
        </p>
        <p dir="auto" className="mt-1 whitespace-pre-wrap wrap-anywhere">
          {text}
        </p>
      </li>
    ))}
  </ol>
)
