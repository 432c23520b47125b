import { ChevronLeft, ChevronRight, Download, X } from 'lucide'
import YetAnotherLightbox, { type Slide } from 'yet-another-react-lightbox'
import Counter from 'yet-another-react-lightbox/plugins/counter'
import DownloadPlugin from 'yet-another-react-lightbox/plugins/download'
import Video from 'yet-another-react-lightbox/plugins/video'
import { BackCloses } from '../../../shared/web/BackCloses.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import type { Media } from '../contract.ts'
import { listSources } from './pictures.ts'
import './Lightbox.css'

type Props = {
  media: readonly Media[]
  index: number
  onClose: () => void
  /** Whether files can be saved: not what was reported. */
  canDownload?: boolean
  /** Whether the first item follows the last. */
  wraps?: boolean
}

/** Shows images and videos full screen, one by one. Arrow keys, buttons or swipes move, Escape closes. */
export default function Lightbox({ media, index, onClose, canDownload = true, wraps = false }: Props) {
  const alone = media.length < 2
  const asks = media.some((item) => item.ask_before_saving)
  return (
    <>
      <BackCloses onClose={onClose} />
      <YetAnotherLightbox
        open
        close={onClose}
        index={index}
        slides={media.map((one, place) => toSlide(one, `Photo ${place + 1} of ${media.length}`))}
        plugins={[Video, ...(alone ? [] : [Counter]), ...(canDownload && !asks ? [DownloadPlugin] : [])]}
        className="lightbox"
        carousel={{ finite: !wraps || alone, preload: 1, padding: 0 }}
        controller={{ closeOnBackdropClick: true, closeOnPullDown: true }}
        animation={{ fade: 150, swipe: 200 }}
        labels={{ Lightbox: 'Photos and videos', 'Photo gallery': 'Photos and videos', Download: 'Download' }}
        video={{ preload: 'metadata', ...(asks && { controlsList: 'nodownload' }) }}
        render={{
          iconDownload: () => <Icon icon={Download} size={22} />,
          iconClose: () => <Icon icon={X} size={24} />,
          iconPrev: () => <Icon icon={ChevronLeft} size={24} />,
          iconNext: () => <Icon icon={ChevronRight} size={24} />,
          ...(asks && { slideFooter: () => <p className="lightbox-request">Ask before saving</p> }),
          ...(alone ? { buttonPrev: () => null, buttonNext: () => null } : {}),
        }}
      />
    </>
  )
}

/** The longer side of the largest pictures. */
const enlargedPx = 1200

function toSlide(media: Media, alt: string): Slide {
  const { url, width, height } = media
  // A small picture is enlarged to the size of the largest.
  const scale = Math.max(1, enlargedPx / Math.max(width ?? enlargedPx, height ?? enlargedPx))
  const size = width && height ? { width: Math.round(width * scale), height: Math.round(height * scale) } : {}
  // The type is always MP4: browsers play the content of .mov files but reject their MIME type.
  if (media.kind === 'video')
    return { type: 'video', download: url, sources: [{ src: url, type: 'video/mp4' }], ...size }
  const srcSet = listSources(media).map((source) => ({
    ...source,
    height: Math.round((source.width * (height ?? 0)) / (width ?? 1)),
  }))
  return { src: url, alt, download: true, ...size, ...(height && srcSet.length > 1 ? { srcSet } : {}) }
}
