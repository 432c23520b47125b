import { Suspense, useState } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import type { Media } from '../../media/contract.ts'
import { Picture } from '../../media/web/Picture.tsx'
import { aspectRatio, imageSizes } from '../../media/web/pictures.ts'
import { groupPostLimits } from '../contract.gen.ts'

const Lightbox = lazyPart(() => import('../../media/web/Lightbox.tsx'))

/** The images of a group post: at most six, and the number of the others. */
export function GroupImages({ media }: { media: readonly Media[] }) {
  const [openedIndex, setOpenedIndex] = useState<number>()
  const [first] = media
  if (!first) return null
  const shown = media.slice(0, groupPostLimits.pictures)
  const alone = shown.length === 1
  const columns = alone ? '' : shown.length === 2 || shown.length === 4 ? 'grid-cols-2' : 'grid-cols-3'
  return (
    <>
      <div className={`mt-3 grid gap-1 overflow-hidden rounded-control ${columns}`}>
        {shown.map((image, index) => (
          <button
            key={image.url}
            type="button"
            onPointerEnter={Lightbox.preload}
            onClick={() => setOpenedIndex(index)}
            className={`relative min-w-0 overflow-hidden bg-sunken -outline-offset-2 ${alone ? 'max-h-140' : 'aspect-square'}`}
            style={alone ? { aspectRatio: aspectRatio(image) } : undefined}
          >
            <Picture
              media={image}
              alt={`Photo ${index + 1} of ${media.length}`}
              sizes={imageSizes(alone ? 1 : 2, false)}
            />
            {index === groupPostLimits.pictures - 1 && media.length > groupPostLimits.pictures && (
              <span className="absolute inset-0 centered bg-black/55 font-display text-card font-semibold text-white tabular-nums">
                +{media.length - groupPostLimits.pictures} more
              </span>
            )}
          </button>
        ))}
      </div>
      {openedIndex !== undefined && (
        <Suspense>
          <Lightbox media={media} index={openedIndex} onClose={() => setOpenedIndex(undefined)} />
        </Suspense>
      )}
    </>
  )
}
