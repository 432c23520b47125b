import { useQueryClient } from '@tanstack/react-query'
import { plural } from '../../../shared/plural.ts'
import type { Message } from '../contract.ts'
import { toggleReaction } from './react.ts'

const maxShown = 6

const chipClassName =
  'inline-flex min-h-7 items-center gap-1 rounded-full border px-2 text-small tabular-nums transition-colors'

/** The reactions to a message: a press adds or withdraws the viewer's own. */
export function ReactionChips({ message, canReact, onShowAll }: Props) {
  const client = useQueryClient()
  const { reactions } = message
  if (reactions.length === 0) return null
  const rest = reactions.length - maxShown
  return (
    <ul aria-label="Reactions" className="mt-1 flex flex-wrap gap-1">
      {reactions.slice(0, maxShown).map(({ emoji, count, mine }) => (
        <li key={emoji}>
          <button
            type="button"
            tabIndex={-1}
            aria-pressed={mine}
            aria-label={`${emoji} ${plural(count, 'reaction')}`}
            disabled={!canReact}
            onClick={() => toggleReaction(client, message, emoji)}
            className={`${chipClassName} ${mine ? 'border-brand bg-brand-soft font-semibold text-brand' : 'border-line bg-surface text-soft'}`}
          >
            <span aria-hidden>{emoji}</span>
            {count > 1 && count}
          </button>
        </li>
      ))}
      {rest > 0 && (
        <li>
          <button
            type="button"
            tabIndex={-1}
            aria-label={`${plural(rest, 'more reaction')}. Show all`}
            onClick={onShowAll}
            className={`${chipClassName} border-line bg-surface text-soft`}
          >
            +{rest}
          </button>
        </li>
      )}
    </ul>
  )
}

type Props = {
  message: Message
  canReact: boolean
  /** Opens the list of users. */
  onShowAll: () => void
}
