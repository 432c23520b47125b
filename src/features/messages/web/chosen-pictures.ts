import { useSyncExternalStore } from 'react'
import { onStorageCleared } from '../../../shared/web/user-storage.ts'
import { maxPictures } from '../attachment-contract.gen.ts'

/** A picture that the user has chosen for their next message. */
export type ChosenPicture = {
  readonly id: string
  readonly file: File
  /** An object URL, revoked when the picture is removed or sent. */
  readonly preview: string
}

const none: readonly ChosenPicture[] = []
/** By conversation. They live as long as the page, and outlast the composer, which is replaced to edit a message. */
const chosen = new Map<string, readonly ChosenPicture[]>()
const listeners = new Set<() => void>()

function set(conversation: string, pictures: readonly ChosenPicture[]): void {
  chosen.set(conversation, pictures)
  for (const listener of listeners) listener()
}

const revoke = ({ preview }: ChosenPicture) => URL.revokeObjectURL(preview)

onStorageCleared(() => {
  for (const pictures of chosen.values()) pictures.forEach(revoke)
  chosen.clear()
  for (const listener of listeners) listener()
})

const read = (conversation: string) => chosen.get(conversation) ?? none

/** The pictures of the next message in a conversation. */
export const useChosenPictures = (conversation: string): readonly ChosenPicture[] =>
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    () => read(conversation),
  )

/** Adds pictures as long as there is room. Returns whether there was room for all. */
export function addPictures(conversation: string, files: readonly File[]): boolean {
  const held = read(conversation)
  const room = Math.max(0, maxPictures - held.length)
  const added = files
    .slice(0, room)
    .map((file) => ({ id: crypto.randomUUID(), file, preview: URL.createObjectURL(file) }))
  set(conversation, [...held, ...added])
  return files.length <= room
}

export function removePicture(conversation: string, picture: ChosenPicture): void {
  revoke(picture)
  set(
    conversation,
    read(conversation).filter((held) => held !== picture),
  )
}

/** Returns the pictures for a message that is sent now, and begins without any. */
export function takePictures(conversation: string): readonly File[] {
  const pictures = read(conversation)
  pictures.forEach(revoke)
  set(conversation, none)
  return pictures.map(({ file }) => file)
}
