import { EyeOff, Play } from 'lucide'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import type { Media } from '../../media/contract.ts'

const Lightbox = lazyPart(() => import('../../media/web/Lightbox.tsx'))

const ReportedMediaDialog = lazyPart(() => import('./ReportedMediaDialog.tsx'))

const maxShown = 3

/**
 * Up to three images of a list row and the number of further ones. Reported images are blurred and grey, and open in
 * three steps.
 */
export function Thumbnails({ media, blurred = false }: { media: readonly Media[]; blurred?: boolean }) {
  const [opened, setOpened] = useState<number>()
  const more = media.length - maxShown
  return (
    <>
      {media.length > 0 && (
        <ul className="flex gap-1.5 desk:gap-1">
          {media.slice(0, maxShown).map(({ url, kind }, index) => (
            <li key={url}>
              <button
                type="button"
                aria-label={`Open photo ${index + 1} of ${media.length}${index === maxShown - 1 && more > 0 ? `, +${more}` : ''}`}
                onClick={() => setOpened(index)}
                className="relative block size-11 desk:size-10 overflow-hidden rounded-control bg-sunken"
              >
                {kind === 'image' ? (
                  <img
                    src={url}
                    alt=""
                    loading="lazy"
                    className={`size-full object-cover ${blurred ? 'scale-125 blur-sm grayscale' : ''}`}
                  />
                ) : (
                  <Icon icon={Play} size={18} strokeWidth={2} className="absolute inset-0 m-auto text-soft" />
                )}
                {blurred && kind === 'image' && (
                  <Icon
                    icon={EyeOff}
                    size={16}
                    strokeWidth={2}
                    className="absolute inset-0 m-auto text-white drop-shadow"
                  />
                )}
                {index === maxShown - 1 && more > 0 && (
                  <span className="absolute inset-0 centered bg-black/60 font-semibold text-white">+{more}</span>
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
      {opened !== undefined && (
        <Suspense>
          {blurred ? (
            <ReportedMediaDialog media={media} onClose={() => setOpened(undefined)} />
          ) : (
            <Lightbox media={media} index={opened} wraps canDownload={false} onClose={() => setOpened(undefined)} />
          )}
        </Suspense>
      )}
    </>
  )
}
