import { useSyncExternalStore } from 'react'

/** Uploads a file and resolves with its URL. Given by the app: files belong to a feature. */
export type UploadFile = (
  file: File,
  purpose: string,
  options: { onProgress: (share: number) => void; signal: AbortSignal },
) => Promise<string>

/** Files that this tab uploads, by the key of their item: how much is sent, from 0 to 1. */
const transfers = new Map<string, { readonly controller: AbortController; share: number }>()
const listeners = new Set<() => void>()
const announce = () => {
  for (const listener of listeners) listener()
}

/** Uploads a file of an item so that the page shows its progress and can cancel it. */
export async function transfer(key: string, upload: UploadFile, file: File, purpose: string): Promise<string> {
  const state = { controller: new AbortController(), share: 0 }
  transfers.set(key, state)
  announce()
  const onProgress = (share: number) => {
    state.share = share
    announce()
  }
  try {
    return await upload(file, purpose, { onProgress, signal: state.controller.signal })
  } finally {
    transfers.delete(key)
    announce()
  }
}

/** Stops the upload of an item, if this tab has one. */
export const cancelTransfer = (key: string): void => transfers.get(key)?.controller.abort()

/** The sent share of the file that is being uploaded for an item. Undefined when there is none in this tab. */
export const useTransferredShare = (key: string): number | undefined =>
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    () => findTransferredShare(key),
  )

export const findTransferredShare = (key: string): number | undefined => transfers.get(key)?.share
