import { useSyncExternalStore } from 'react'

/** Uploads a file and resolves with its URL. Given by the app: files belong to a feature. */
export type UploadFile = (
  file: File,
  purpose: string,
  options: { onProgress: (share: number) => void; signal: AbortSignal },
) => Promise<string>

type Upload = {
  /** Places of the files that the item will be sent with. */
  readonly places: Set<number>
  /** The last file that was begun, and how much of it is sent, from 0 to 1. */
  current?: { readonly place: number; readonly controller: AbortController; share: number }
  isCancelled: boolean
}

/** Items whose files this tab uploads, by their key. */
const uploads = new Map<string, Upload>()
const listeners = new Set<() => void>()
const announce = () => {
  for (const listener of listeners) listener()
}

/**
 * Runs `work`, which transfers files of an item. Returns the places of those that were not left out meanwhile. Rejects if the
 * upload was cancelled, also between two files.
 */
export async function withUpload(
  key: string,
  places: readonly number[],
  work: () => Promise<void>,
): Promise<readonly number[]> {
  const upload: Upload = { places: new Set(places), isCancelled: false }
  uploads.set(key, upload)
  try {
    await work()
    assertWanted(upload)
    return [...upload.places]
  } finally {
    uploads.delete(key)
    announce()
  }
}

function assertWanted({ isCancelled }: Upload): void {
  if (isCancelled) throw new DOMException('The upload was cancelled.', 'AbortError')
}

/** Uploads a file within `withUpload`, so that the page shows its progress. Resolves with undefined if it is left out. */
export async function transfer(
  { key, place }: { readonly key: string; readonly place: number },
  start: UploadFile,
  { file, purpose }: { readonly file: File; readonly purpose: string },
): Promise<string | undefined> {
  const upload = uploads.get(key)
  if (!upload?.places.has(place)) return undefined
  assertWanted(upload)
  const current = { place, controller: new AbortController(), share: 0 }
  upload.current = current
  announce()
  const onProgress = (share: number) => {
    current.share = share
    announce()
  }
  try {
    return await start(file, purpose, { onProgress, signal: current.controller.signal })
  } catch (error) {
    if (!upload.places.has(place)) return undefined
    throw error
  }
}

/** Stops the upload of an item, if this tab has one. */
export function cancelTransfer(key: string): void {
  const upload = uploads.get(key)
  if (!upload) return
  upload.isCancelled = true
  upload.current?.controller.abort()
}

/** Leaves out one file of an upload. Returns false for the last one, and when this tab does not upload it any more. */
export function leaveOutOfUpload(key: string, place: number): boolean {
  const upload = uploads.get(key)
  if (!upload || upload.places.size < 2 || !upload.places.delete(place)) return false
  if (upload.current?.place === place) upload.current.controller.abort()
  return true
}

/** The sent share of the file that is being uploaded for an item. Undefined when there is none in this tab. */
export const useTransferredShare = (key: string): number | undefined =>
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    () => findTransferredShare(key),
  )

export const findTransferredShare = (key: string): number | undefined => uploads.get(key)?.current?.share
