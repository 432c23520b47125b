import { widths } from '../contract.gen.ts'
import type { Media } from '../contract.ts'
import { isVideo } from './chosen.ts'

/** Media of a post. When only URLs are known, derives the media from them. */
export const listMedia = ({ media, media_urls }: { media: readonly Media[]; media_urls: readonly string[] }): Media[] =>
  media_urls.map(
    (url) =>
      media.find((item) => item.url === url) ?? {
        url,
        kind: isVideo(url) ? 'video' : 'image',
        width: null,
        height: null,
        thumbhash: null,
      },
  )

/** The widths in which the server stores an image, its own last. */
export function listSources({ url, width }: Media): { src: string; width: number }[] {
  if (!width || !url.endsWith('.webp')) return []
  const smaller = widths.filter((candidate) => candidate < width)
  return [
    ...smaller.map((smallerWidth) => ({ src: url.replace(/\.webp$/, `-${smallerWidth}.webp`), width: smallerWidth })),
    { src: url, width },
  ]
}

/** The displayed width of an image of a post: the column is as wide as the phone without its margins, or 556 px on a desktop. */
export function imageSizes(shown: number, isBig: boolean): string {
  const share = shown === 1 ? 1 : shown === 2 ? 1 / 2 : isBig ? 2 / 3 : 1 / 3
  return `(width >= 64rem) ${Math.round(556 * share)}px, calc((100vw - 2rem) * ${share.toFixed(2)})`
}

/** The value of `srcset`. */
export const toSrcSet = (media: Media): string =>
  listSources(media)
    .map(({ src, width }) => `${src} ${width}w`)
    .join(', ')

/** Loads the image of a post that has one, before it is rendered. */
export function preloadPictures(media: readonly Media[]): void {
  const [picture] = media
  if (media.length !== 1 || picture?.kind !== 'image') return
  const image = new Image()
  image.fetchPriority = 'high'
  image.sizes = imageSizes(1, false)
  image.srcset = toSrcSet(picture)
  image.src = picture.url
}

/** Aspect ratio of a single image, limited to between 4:5 and 1.91:1 so that no post becomes too tall. */
export function aspectRatio({ kind, width, height }: Media): number {
  if (!width || !height) return kind === 'video' ? 16 / 9 : 4 / 3
  return Math.min(1.91, Math.max(4 / 5, width / height))
}
