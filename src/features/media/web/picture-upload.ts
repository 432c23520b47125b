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
  const [{ compress, isSmall, objectionTo }, { told }] = await Promise.all([loadCompress(), loadProcessing()])
  const target = maxUploadBytes[purpose]
  const objection = objectionTo(file, target)
  if (objection) throw new Objection(objection)
  const light = (await isSmall(file, target))
    ? file
    : await told(compress(file, target)).catch((error: Error) => {
        throw new Objection(error.message)
      })
  return (await uploadFile(light, purpose)).media
}
