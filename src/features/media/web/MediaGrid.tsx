import { Play } from 'lucide'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import type { Media } from '../contract.ts'
import { Picture } from './Picture.tsx'
import { aspectRatio, imageSizes } from './pictures.ts'

const Lightbox = lazyPart(() => import('./Lightbox.tsx'))

const maxShown = 4
const highest = 560
/** Grid layout by number of tiles. The first of three or four is the large one. */
const layouts: Readonly<Record<number, string>> = {
  2: 'grid-cols-2 aspect-16/9',
  3: 'grid-cols-[2fr_1fr] grid-rows-2 aspect-3/2 sm:aspect-2/1',
  4: 'grid-cols-[2fr_1fr] grid-rows-3 aspect-square sm:aspect-3/2',
}

/** Up to four images and videos of a post and the number of further ones. Reserves their space before they load. */
export function MediaGrid({ media, isFirst = false }: { media: readonly Media[]; isFirst?: boolean }) {
  const [opened, setOpened] = useState<number>()
  const [first] = media
  if (!first) return null
  const shown = media.slice(0, maxShown)
  const cells = shown.map((item, index) => (
    <Cell
      key={item.url}
      media={item}
      index={index}
      count={media.length}
      shown={shown.length}
      isFirst={isFirst}
      onOpen={() => setOpened(index)}
    />
  ))
  const layout = layouts[shown.length]
  return (
    <>
      {layout ? (
        <div className={`mt-3 grid gap-1 overflow-hidden rounded-control ${layout}`}>{cells}</div>
      ) : (
        <div className="mt-3 overflow-hidden rounded-control bg-sunken">
          <div
            className="mx-auto overflow-hidden"
            style={{
              aspectRatio: aspectRatio(first),
              width: `min(100%, ${Math.round(highest * aspectRatio(first))}px)`,
            }}
          >
            {first.kind === 'video' ? <Film media={first} /> : cells}
          </div>
        </div>
      )}
      {opened !== undefined && (
        <Suspense>
          <Lightbox media={media} index={opened} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </>
  )
}

type CellProps = { media: Media; index: number; count: number; shown: number; isFirst: boolean; onOpen: () => void }

function Cell({ media, index, count, shown, isFirst, onOpen }: CellProps) {
  const isBig = index === 0 && shown > 2
  const more = index === maxShown - 1 ? count - maxShown : 0
  return (
    <button
      type="button"
      onClick={onOpen}
      onPointerEnter={Lightbox.preload}
      className={`relative size-full min-h-0 min-w-0 overflow-hidden bg-sunken -outline-offset-2 ${isBig ? 'row-span-full' : ''}`}
    >
      {media.kind === 'video' ? (
        <>
          <video
            src={`${media.url}#t=0.1`}
            muted
            playsInline
            preload="metadata"
            aria-hidden
            tabIndex={-1}
            className="size-full object-cover"
          />
          <span className="sr-only">
            Video {index + 1} of {count}
          </span>
          <span className="absolute inset-0 m-auto centered size-12 rounded-full bg-black/60 text-white">
            <Icon icon={Play} strokeWidth={0} fill="currentColor" />
          </span>
        </>
      ) : (
        <Picture
          media={media}
          alt={`Photo ${index + 1} of ${count}`}
          sizes={imageSizes(shown, isBig)}
          isFirst={isFirst}
        />
      )}
      {more > 0 && (
        <span className="absolute inset-0 centered bg-black/55 font-display text-title font-semibold text-white tabular-nums">
          +{more}
        </span>
      )}
    </button>
  )
}

/** A single video plays inline. */
const Film = ({ media }: { media: Media }) => (
  // biome-ignore lint/a11y/useMediaCaption: a student's video comes without captions
  <video
    src={media.url}
    controls
    playsInline
    preload="metadata"
    controlsList={media.ask_before_saving && 'nodownload'}
    aria-label="Video 1 of 1"
    className="size-full bg-black object-contain"
  />
)
