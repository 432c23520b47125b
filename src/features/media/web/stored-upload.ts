import type { Purpose } from '../contract.ts'
import { loadCompress, loadProcessing } from './load.ts'
import { sendPostFile } from './post-files.ts'
import { uploadFile } from './upload.ts'

type Options = { onProgress: (share: number) => void; signal: AbortSignal }

/** Uploads a file of the outbox, like the form that it comes from. Resolves with its URL. */
export async function uploadStored(file: File, purpose: string, options: Options): Promise<string> {
  if (purpose === 'post') return sendPostFile(file, options)
  return (await uploadFile(file, purpose as Purpose, options)).url
}

/** Loads the code that uploads need, before the connection is lost. */
export const prepareUpload = (): Promise<unknown> => Promise.all([loadCompress(), loadProcessing()])
