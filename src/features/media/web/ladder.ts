/** Longest side of a compressed picture, in pixels. */
export const maxSidePx = 1200
/** A picture whose sides would fall below this is not made smaller any more. */
const minSidePx = 100
const firstQuality = 8
const laterQuality = 7
const shrink = 0.8

type Size = { readonly width: number; readonly height: number }

/** The same proportions with no side above `longestSide`. */
export function capped({ width, height }: Size): Size {
  const scale = Math.min(1, maxSidePx / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/**
 * The first picture of at most `target` bytes: quality falls from 0.8 to 0.1 in steps of 0.1; then the sides shrink to
 * 80 % and quality starts again at 0.7, while both sides stay at least 100 px. Undefined if none is small enough.
 */
export async function ladder<Picture extends { readonly size: number }>(
  size: Size,
  target: number,
  encode: (width: number, height: number, quality: number) => Promise<Picture>,
): Promise<Picture | undefined> {
  let { width, height } = capped(size)
  let start = firstQuality // in tenths, since 0.8 - 0.1 is not 0.7 to a computer
  do {
    for (let quality = start; quality >= 1; quality--) {
      const picture = await encode(width, height, quality / 10)
      if (picture.size <= target) return picture
    }
    width = Math.round(width * shrink)
    height = Math.round(height * shrink)
    start = laterQuality
  } while (width >= minSidePx && height >= minSidePx)
  return undefined
}
