import { formatTimeAgo } from '../../../shared/web/time.ts'
import { useMe } from '../../session/web/auth.tsx'
import type { Message } from '../contract.ts'
import { listPictures } from './message-pictures.ts'

/** The pictures of found messages, each once. One leads to the place of its message in the conversation. */
export function FoundPictures({ messages, onFind }: { messages: readonly Message[]; onFind: (id: string) => void }) {
  const me = useMe()
  return (
    <ol aria-label="Pictures found" className="grid grid-cols-3 gap-1">
      {messages.flatMap((message) =>
        listPictures(message).map(({ url }) => (
          <li key={url}>
            <button
              type="button"
              onClick={() => onFind(message.id)}
              aria-label={`Photo by ${message.sender_id === me.id ? 'you' : message.sender.name}, ${formatTimeAgo(message.created_at)}`}
              className="block aspect-square w-full overflow-hidden rounded-control bg-sunken"
            >
              <img src={url} alt="" loading="lazy" className="size-full object-cover" />
            </button>
          </li>
        )),
      )}
    </ol>
  )
}
