import { useEffect, useRef, useState } from 'react'
import { thumbHashToDataURL } from 'thumbhash'
import { whenIdle } from '../../../shared/web/page-load.ts'
import type { Media } from '../contract.ts'
import { toSrcSet } from './pictures.ts'

type Props = {
  media: Media
  alt: string
  /** Displayed width, from which the browser chooses a file. */
  sizes: string
  /** Whether it is in the first view of a page, which waits for it: loads before other images. */
  isFirst?: boolean
}

/** An image that fills its container, with its thumbhash as a blurred placeholder until it is loaded. */
export function Picture({ media, alt, sizes, isFirst = false }: Props) {
  const [blurred, setBlurred] = useState<string>()
  const isLoaded = useRef(false)
  // Decoding takes a phone several milliseconds per image: not while it renders a page.
  useEffect(() => whenIdle(() => !isLoaded.current && setBlurred(toBlurUrl(media.thumbhash))), [media.thumbhash])
  return (
    <img
      src={media.url}
      srcSet={toSrcSet(media)}
      sizes={sizes}
      alt={alt}
      width={media.width ?? undefined}
      height={media.height ?? undefined}
      {...(isFirst ? { fetchPriority: 'high' } : { loading: 'lazy' })}
      decoding="async"
      draggable={false}
      onLoad={() => {
        isLoaded.current = true
        setBlurred(undefined)
      }}
      className="size-full bg-cover bg-center object-cover text-small text-soft"
      style={blurred ? { backgroundImage: blurred } : undefined}
    />
  )
}

function toBlurUrl(hash: string | null): string | undefined {
  if (!hash) return undefined
  try {
    return `url(${thumbHashToDataURL(Uint8Array.from(atob(hash), (letter) => letter.charCodeAt(0)))})`
  } catch {
    return undefined // an invalid hash costs only the placeholder
  }
}
