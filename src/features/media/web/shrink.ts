import { ladder } from './ladder.ts'

/** Errors of the image helper. */
export const imageProblems = { load: 'Failed to load image', compress: 'Failed to compress image' }

/** Encodes an upright image of at most `target` bytes, or undefined when that fails. Runs in a worker or on the page. */
export async function shrink(file: Blob, target: number): Promise<Blob | undefined> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => {
    throw new Error(imageProblems.load)
  })
  try {
    // Only a JPEG is certain to have no transparency, which JPEG turns black.
    const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/webp'
    return await ladder(bitmap, target, (width, height, quality) => draw(bitmap, width, height, type, quality))
  } catch {
    throw new Error(imageProblems.compress)
  } finally {
    bitmap.close()
  }
}

async function draw(bitmap: ImageBitmap, width: number, height: number, type: string, quality: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height)
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error(imageProblems.compress)
  pen.imageSmoothingQuality = 'high'
  if (type === 'image/jpeg') {
    pen.fillStyle = 'white'
    pen.fillRect(0, 0, width, height)
  }
  pen.drawImage(bitmap, 0, 0, width, height)
  const picture = await canvas.convertToBlob({ type, quality })
  // Safari cannot encode WebP and returns a PNG, which has no quality setting.
  return picture.type === type ? picture : draw(bitmap, width, height, 'image/jpeg', quality)
}
