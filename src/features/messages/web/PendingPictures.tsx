import { X } from 'lucide'
import { type RefObject, useRef, useState } from 'react'
import { plural } from '../../../shared/plural.ts'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { TileButton } from '../../media/web/TileButton.tsx'
import { focusNeighbour } from './focus-neighbour.ts'
import { cancelPicture, type Pending, sendWithout } from './pending-messages.ts'

type Props = {
  item: Pending
  isUploading: boolean
  /** Cancels the whole message. Gets the focus when one picture is left. */
  cancelButton: RefObject<HTMLButtonElement | null>
}

/** The pictures of a message that is not sent yet. While several are uploaded, and once it was refused, each can be left out. */
export function PendingPictures({ item, isUploading, cancelButton }: Props) {
  const { pictures, state } = item
  const count = pictures.length
  const list = useRef<HTMLUListElement>(null)
  const [hasCancelled, setHasCancelled] = useState(false)
  const isRefused = state === 'refused'
  const canCancel = isUploading && count > 1 && pictures.some((picture) => picture.state === 'waiting')
  const leaveOut = (picture: (typeof pictures)[number], index: number) => {
    if (isRefused) return void sendWithout(item, picture)
    focusNeighbour(count > 2 ? list.current : null, index, cancelButton.current)
    setHasCancelled(true)
    cancelPicture(item, picture)
  }
  return (
    <>
      <ul
        ref={list}
        aria-label="Photos of this message"
        className={`grid w-72 max-w-full gap-1 ${count === 1 ? '' : count < 5 ? 'grid-cols-2' : 'grid-cols-3'}`}
      >
        {pictures.map((picture, index) => (
          <li
            key={picture.place}
            aria-label={`Photo ${index + 1} of ${count}${picture.state === 'failed' ? ', not sent' : ''}`}
            className={`relative overflow-hidden ${count === 1 ? 'max-h-80' : 'aspect-square'} ${picture.state === 'failed' ? 'outline-2 -outline-offset-2 outline-danger' : ''}`}
          >
            <img
              src={picture.preview}
              alt=""
              onError={({ currentTarget }) => {
                currentTarget.hidden = true // instead of the browser's sign of a broken image
              }}
              className={`size-full object-cover transition-opacity ${picture.state === 'uploaded' || state === 'waiting' ? '' : 'opacity-60'}`}
            />
            {(isRefused || canCancel) && (
              <TileButton
                side="remove"
                label={`${isRefused ? 'Send without' : 'Cancel'} photo ${index + 1}`}
                onClick={() => leaveOut(picture, index)}
                disabled={false}
                className="top-0 right-0"
              >
                <Icon icon={X} size={16} strokeWidth={2} />
              </TileButton>
            )}
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {hasCancelled && `${plural(count, 'photo')} left`}
      </p>
    </>
  )
}
