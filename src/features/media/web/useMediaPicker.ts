import { useState, useSyncExternalStore } from 'react'
import { useDropzone } from 'react-dropzone'
import { onDraftsCleared, storedDraft } from '../../../shared/web/draft.ts'
import { maxFiles } from '../contract.gen.ts'
import { isVideo, offered } from './chosen.ts'
import { sendPostFile } from './post-files.ts'
import { createUploads, isRunning } from './uploads.ts'

/** The files of the new post. Like its text, they are kept when the composer is closed or the page is reloaded. */
const ofNewPost = createUploads(sendPostFile, {
  read: () => storedDraft.read('post files'),
  write: (text) => storedDraft.write('post files', text),
})
onDraftsCleared(ofNewPost.clear)

/**
 * The files of an item that is edited. They start as those of the item; changes are kept like a draft, until `clear`.
 * `name`: of the draft.
 */
export function useEditedFiles(name: string, urls: readonly string[]): Uploads {
  const [edited] = useState(() => {
    const original = urls.map((url) => ({ name: url, kind: isVideo(url) ? 'video' : 'image', url }))
    const store = createUploads(sendPostFile, {
      read: () => storedDraft.read(name) ?? JSON.stringify(original),
      write: (text) => storedDraft.write(name, text ?? '[]'),
    })
    const clear = () => {
      store.clear()
      storedDraft.write(name, undefined)
    }
    return { ...store, clear }
  })
  return edited
}
type Uploads = ReturnType<typeof createUploads>

/** Files, by default those of the composer, and the drop and paste area. */
export function useMediaPicker(disabled: boolean, uploads: Uploads = ofNewPost) {
  const { picks, problem } = useSyncExternalStore(uploads.subscribe, uploads.read)
  const drop = useDropzone({
    // The store reports unsupported files with the texts of the specification, so no filter applies before it.
    onDrop: (files) => uploads.add(files),
    noClick: true,
    noKeyboard: true,
    disabled,
  })
  // The area is a dialog and keeps its role, also while it accepts no files.
  const { role: _role, 'aria-disabled': _disabled, ...area } = drop.getRootProps()
  return {
    uploads,
    picks,
    problem,
    area,
    input: drop.getInputProps({ accept: Object.keys(offered).join(',') }),
    open: drop.open,
    isOver: drop.isDragActive,
    isFull: picks.length >= maxFiles,
    isRunning: picks.some(isRunning),
    hasFailed: picks.some(({ state }) => state === 'failed'),
  }
}
export type MediaPickerState = ReturnType<typeof useMediaPicker>
