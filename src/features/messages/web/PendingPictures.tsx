import { X } from 'lucide-react'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { TileButton } from '../../media/web/TileButton.tsx'
import { leaveOut, type Pending } from './pending-messages.ts'

/** The pictures of a message that is not sent yet. Of one that was refused, each can be left out. */
export function PendingPictures({ item }: { item: Pending }) {
  const { pictures, state } = item
  const count = pictures.length
  return (
    <ul
      aria-label="Photos of this message"
      className={`grid w-72 max-w-full gap-1 ${count === 1 ? '' : count < 5 ? 'grid-cols-2' : 'grid-cols-3'}`}
    >
      {pictures.map((picture, index) => (
        <li
          key={picture.preview}
          aria-label={`Photo ${index + 1} of ${count}${picture.state === 'failed' ? ', not sent' : ''}`}
          className={`relative overflow-hidden ${count === 1 ? 'max-h-80' : 'aspect-square'} ${picture.state === 'failed' ? 'outline-2 -outline-offset-2 outline-danger' : ''}`}
        >
          <img
            src={picture.preview}
            alt=""
            className={`size-full object-cover transition-opacity duration-150 ${picture.state === 'uploaded' || state === 'waiting' ? '' : 'opacity-60'}`}
          />
          {state === 'refused' && (
            <TileButton
              side="remove"
              label={`Send without photo ${index + 1}`}
              onClick={() => void leaveOut(item, index)}
              disabled={false}
              className="top-0 right-0"
            >
              <Icon icon={X} size={16} strokeWidth={2} />
            </TileButton>
          )}
        </li>
      ))}
    </ul>
  )
}
