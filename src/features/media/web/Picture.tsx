import { useState } from 'react'
import { thumbHashToDataURL } from 'thumbhash'
import type { Media } from '../contract.ts'
import { listSources } from './pictures.ts'

type Props = {
  media: Media
  alt: string
  /** How wide it is shown, for the browser to choose a file. */
  sizes: string
}

/** A picture that fills its place: blurred from its thumbhash until it has arrived. */
export function Picture({ media, alt, sizes }: Props) {
  const [blurred, setBlurred] = useState(() => blurOf(media.thumbhash))
  return (
    <img
      src={media.url}
      srcSet={listSources(media)
        .map(({ src, width }) => `${src} ${width}w`)
        .join(', ')}
      sizes={sizes}
      alt={alt}
      width={media.width ?? undefined}
      height={media.height ?? undefined}
      loading="lazy"
      decoding="async"
      draggable={false}
      onLoad={() => setBlurred(undefined)}
      className="size-full bg-cover bg-center object-cover text-small text-soft"
      style={blurred ? { backgroundImage: blurred } : undefined}
    />
  )
}

function blurOf(hash: string | null): string | undefined {
  if (!hash) return undefined
  try {
    return `url(${thumbHashToDataURL(Uint8Array.from(atob(hash), (letter) => letter.charCodeAt(0)))})`
  } catch {
    return undefined // a hash that cannot be read costs only the blur
  }
}
