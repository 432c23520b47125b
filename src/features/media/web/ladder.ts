/** Longest side of a compressed image. */
export const maxSidePx = 1200
/** An image is not scaled down further when a side would fall below this. */
const minSidePx = 100
const firstQuality = 8
const laterQuality = 7
const shrink = 0.8

type Size = { readonly width: number; readonly height: number }

/** Scales to the same aspect ratio with no side above `maxSidePx`. */
export function capped({ width, height }: Size): Size {
  const scale = Math.min(1, maxSidePx / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/**
 * Returns the first image of at most `target` bytes. Lowers the quality from 0.8 to 0.1 in steps of 0.1, then scales
 * the sides to 80 % and starts again at 0.7, while both sides are at least 100 px. Undefined if none is small enough.
 */
export async function ladder<Picture extends { readonly size: number }>(
  size: Size,
  target: number,
  encode: (width: number, height: number, quality: number) => Promise<Picture>,
): Promise<Picture | undefined> {
  let { width, height } = capped(size)
  let start = firstQuality // in tenths, because 0.8 - 0.1 is not exactly 0.7 in floating point
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
