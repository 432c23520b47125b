import { Suspense, useState } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import type { Media } from '../../media/contract.ts'
import { Picture } from '../../media/web/Picture.tsx'

const Lightbox = lazyPart(() => import('../../media/web/Lightbox.tsx'))

type Props = {
  media: readonly Media[]
  /** Maximum number of thumbnails. */
  max: 3 | 4
  /** Label for the number of further ones. */
  more: (count: number) => string
}

/** A row of thumbnails. Each opens the gallery. */
export function Previews({ media, max, more }: Props) {
  const [opened, setOpened] = useState<number>()
  if (media.length === 0) return null
  return (
    <>
      <ul className="mt-3 grid grid-cols-4 gap-1.5">
        {media.slice(0, max).map((item, index) => {
          const hidden = index === max - 1 ? media.length - max : 0
          return (
            <li key={item.url}>
              <button
                type="button"
                onClick={() => setOpened(index)}
                onPointerEnter={Lightbox.preload}
                className="relative block aspect-square w-full overflow-hidden rounded-control bg-sunken -outline-offset-2"
              >
                <Picture media={item} alt={`Photo ${index + 1} of ${media.length}`} sizes="140px" />
                {hidden > 0 && (
                  <span className="absolute inset-0 centered bg-black/60 font-semibold text-white">{more(hidden)}</span>
                )}
              </button>
            </li>
          )
        })}
      </ul>
      {opened !== undefined && (
        <Suspense>
          <Lightbox media={media} index={opened} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </>
  )
}
