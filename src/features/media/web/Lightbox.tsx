import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import YetAnotherLightbox, { type Slide } from 'yet-another-react-lightbox'
import Counter from 'yet-another-react-lightbox/plugins/counter'
import Video from 'yet-another-react-lightbox/plugins/video'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import type { Media } from '../contract.ts'
import { listSources } from './pictures.ts'
import './Lightbox.css'

type Props = {
  media: readonly Media[]
  index: number
  onClose: () => void
  /** Whether the first item follows the last. */
  wraps?: boolean
}

/** Shows images and videos full screen, one by one. Arrow keys, buttons or swipes move, Escape closes. */
export default function Lightbox({ media, index, onClose, wraps = false }: Props) {
  const alone = media.length < 2
  return (
    <YetAnotherLightbox
      open
      close={onClose}
      index={index}
      slides={media.map((one, place) => toSlide(one, `Photo ${place + 1} of ${media.length}`))}
      plugins={alone ? [Video] : [Video, Counter]}
      className="lightbox"
      carousel={{ finite: !wraps || alone, preload: 1, padding: 0 }}
      controller={{ closeOnBackdropClick: true, closeOnPullDown: true }}
      animation={{ fade: 150, swipe: 200 }}
      labels={{ Lightbox: 'Photos and videos', 'Photo gallery': 'Photos and videos' }}
      video={{ preload: 'metadata' }}
      render={{
        iconClose: () => <Icon icon={X} size={24} />,
        iconPrev: () => <Icon icon={ChevronLeft} size={24} />,
        iconNext: () => <Icon icon={ChevronRight} size={24} />,
        ...(alone ? { buttonPrev: () => null, buttonNext: () => null } : {}),
      }}
    />
  )
}

function toSlide(media: Media, alt: string): Slide {
  const { url, width, height } = media
  const size = width && height ? { width, height } : {}
  // The type is always MP4: browsers play the content of .mov files but reject their MIME type.
  if (media.kind === 'video') return { type: 'video', sources: [{ src: url, type: 'video/mp4' }], ...size }
  const srcSet = listSources(media).map((source) => ({
    ...source,
    height: Math.round((source.width * (height ?? 0)) / (width ?? 1)),
  }))
  return { src: url, alt, ...size, ...(height && srcSet.length > 1 ? { srcSet } : {}) }
}
