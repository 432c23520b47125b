import { megabyte } from '../../media/contract.gen.ts'
import { loadCompress, loadShrink } from '../../media/web/load.ts'

export const avatarTypes = 'image/jpeg,image/png,image/gif,image/webp'

const inMegabytes = (bytes: number) => `${(bytes / megabyte).toFixed(1)}MB`

/** Returns an image of at most 1 MB, compressed if necessary. Rejects with a message for the user. */
export async function lightAvatar(file: File): Promise<File> {
  if (!avatarTypes.split(',').includes(file.type)) throw new Error('Invalid file')
  const { compress, isSmall } = await loadCompress()
  if (await isSmall(file)) return file
  const light = await compress(file).catch((error: Error) => error)
  if (!(light instanceof Error)) return light
  if (!light.message.includes('could not be compressed'))
    throw new Error('Failed to process image. Please try a different image.')
  const { shrink } = await loadShrink()
  const size = (await shrink(file, Number.POSITIVE_INFINITY))?.size ?? file.size
  throw new Error(`Image too large! After compression: ${inMegabytes(size)}. Please try a smaller image.`)
}
