import { X } from 'lucide'
import { type RefObject, useRef } from 'react'
import { plural } from '../../../shared/plural.ts'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { TileButton } from '../../media/web/TileButton.tsx'
import { type ChosenPicture, removePicture } from './chosen-pictures.ts'
import { focusNeighbour } from './focus-neighbour.ts'

type Props = {
  conversation: string
  pictures: readonly ChosenPicture[]
  /** Gets the focus when the last picture is removed. */
  field: RefObject<HTMLTextAreaElement | null>
}

/** The pictures of the next message, in one line above its text. */
export function PictureTray({ conversation, pictures, field }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const remove = (picture: ChosenPicture, index: number) => {
    focusNeighbour(list.current, index, field.current)
    removePicture(conversation, picture)
  }
  return (
    <>
      <ul
        ref={list}
        aria-label="Photos of your message"
        className="flex gap-2 overflow-x-auto overscroll-x-contain px-2 pt-1 pb-2"
      >
        {pictures.map((picture, index) => (
          <li
            key={picture.id}
            aria-label={`Photo ${index + 1} of ${pictures.length}`}
            className="relative size-20 shrink-0 overflow-hidden rounded-control bg-sunken"
          >
            <img src={picture.preview} alt="" draggable={false} className="size-full object-cover" />
            <TileButton
              side="remove"
              label={`Remove photo ${index + 1}`}
              onClick={() => remove(picture, index)}
              disabled={false}
              className="top-0 right-0"
            >
              <Icon icon={X} size={16} strokeWidth={2} />
            </TileButton>
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {plural(pictures.length, 'photo')} chosen
      </p>
    </>
  )
}
