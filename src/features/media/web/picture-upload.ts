import { maxUploadBytes } from '../contract.gen.ts'
import type { Media, Purpose } from '../contract.ts'
import { loadCompress, loadProcessing } from './load.ts'
import { uploadFile } from './upload.ts'

/** Types for a file chooser of one image. */
export const pictureTypes = 'image/jpeg,image/png,image/webp'

/** The image helper rejects the image. The message is for the user. */
export class Objection extends Error {}

/** Checks an image, compresses it for its purpose and uploads it. Rejects with an Objection, or as `call` does. */
export async function uploadPicture(file: File, purpose: Purpose): Promise<Media> {
  const [{ compress, isSmall, objectionTo }, { withProcessingToasts }] = await Promise.all([
    loadCompress(),
    loadProcessing(),
  ])
  const target = maxUploadBytes[purpose]
  const objection = objectionTo(file, target)
  if (objection) throw new Objection(objection)
  const upload = async (light: File) => (await uploadFile(light, purpose)).media
  if (await isSmall(file, target)) return upload(file)
  const compressed = compress(file, target).catch((error: Error) => {
    throw new Objection(error.message)
  })
  return withProcessingToasts(compressed, upload)
}
