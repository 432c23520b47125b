import { ChevronLeft, ChevronRight } from 'lucide'
import { Suspense, useRef, useState } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import type { Media } from '../contract.ts'
import { Picture } from './Picture.tsx'

const Lightbox = lazyPart(() => import('./Lightbox.tsx'))

type Props = {
  media: readonly Media[]
  /** What is shown, for the name of the list. */
  title: string
  sizes: string
}

/** Images side by side: a swipe, or a button, shows the next one; a press opens the viewer. */
export function Carousel({ media, title, sizes }: Props) {
  const strip = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(0)
  const [opened, setOpened] = useState<number>()
  const turn = (step: number) => strip.current?.scrollBy({ left: step * strip.current.clientWidth })
  return (
    <div className="relative h-full">
      <ul
        ref={strip}
        aria-label={`Photos of ${title}`}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setShown(Math.round(scrollLeft / clientWidth))}
        className="flex h-full snap-x snap-mandatory overflow-x-auto motion-safe:scroll-smooth [scrollbar-width:none]"
      >
        {media.map((item, index) => (
          <li key={item.url} className="relative w-full shrink-0 snap-center">
            <button
              type="button"
              onPointerEnter={Lightbox.preload}
              onClick={() => setOpened(index)}
              onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'nearest', inline: 'center' })}
              className="size-full cursor-zoom-in -outline-offset-4"
            >
              <Picture media={item} alt={`Photo ${index + 1} of ${media.length}`} sizes={sizes} />
            </button>
          </li>
        ))}
      </ul>
      {media.length > 1 && (
        <>
          <p
            aria-hidden
            className="absolute top-3 right-3 rounded-full bg-black/60 px-2.5 py-0.5 text-small text-white tabular-nums"
          >
            {shown + 1}/{media.length}
          </p>
          <Turn
            label="Previous photo"
            side="left-2"
            disabled={shown === 0}
            onClick={() => turn(-1)}
            icon={ChevronLeft}
          />
          <Turn
            label="Next photo"
            side="right-2"
            disabled={shown === media.length - 1}
            onClick={() => turn(1)}
            icon={ChevronRight}
          />
        </>
      )}
      {opened !== undefined && (
        <Suspense>
          <Lightbox media={media} index={opened} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </div>
  )
}

type TurnProps = {
  label: string
  side: string
  disabled: boolean
  onClick: () => void
  icon: typeof ChevronLeft
}

const Turn = ({ label, side, icon, ...rest }: TurnProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    {...rest}
    className={`absolute inset-y-0 my-auto disc size-11 bg-black/60 text-white -outline-offset-4 outline-white disabled:invisible max-desk:hidden ${side}`}
  >
    <Icon icon={icon} />
  </button>
)
