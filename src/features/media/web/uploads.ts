import { CodeLoadError } from '../../../shared/web/code-loader.ts'
import { ApiError, isOffline } from '../../../shared/web/data/errors.ts'
import { maxFiles } from '../contract.gen.ts'
import { fileKind, type Kind } from './chosen.ts'
import { uploadProblems } from './upload.ts'

/** One chosen file of a post. */
export type PickedFile = {
  readonly id: string
  readonly name: string
  /** Absent for a file that was uploaded before the page was reloaded. */
  readonly file?: File
  readonly kind: Kind
  /** An object URL, revoked when the file is removed, or the URL of the uploaded file. */
  readonly preview: string
  /** `later`: the server could not be reached. */
  readonly state: 'waiting' | 'sending' | 'done' | 'failed' | 'later'
  /** The sent share, from 0 to 1. */
  readonly progress: number
  readonly url?: string
  readonly problem?: string
}
type State = { readonly picks: readonly PickedFile[]; readonly problem: string | undefined }

/** What outlives a reload: the uploaded files by URL, and the names of others, whose content is lost. */
type StoredFile = { readonly name: string; readonly kind: Kind; readonly url?: string }
export type Draft = { read(): string | undefined; write(text: string | undefined): void }

/** Uploads one file and resolves with its URL. */
export type Send = (
  file: File,
  options: { onProgress: (share: number) => void; signal: AbortSignal },
) => Promise<string>

export const isRunning = ({ state }: PickedFile): boolean => state === 'waiting' || state === 'sending'

/** The files of one composer in order. Each is uploaded as soon as it is chosen. A store for useSyncExternalStore. */
export function createUploads(send: Send, draft: Draft) {
  let state = restore(draft)
  const listeners = new Set<() => void>()
  const controls = new Map<string, AbortController>()
  const waiting = new Set<() => void>()

  const set = (next: Partial<State>) => {
    state = { ...state, ...next }
    const kept = state.picks.map(({ name, kind, url }): StoredFile => ({ name, kind, ...(url ? { url } : {}) }))
    if (next.picks) draft.write(kept.length > 0 ? JSON.stringify(kept) : undefined)
    for (const listener of listeners) listener()
  }
  const change = (id: string, to: Partial<PickedFile>) =>
    set({ picks: state.picks.map((pick) => (pick.id === id ? { ...pick, ...to } : pick)) })

  const start = ({ id, file }: PickedFile) => {
    if (!file) return
    const control = new AbortController()
    controls.set(id, control)
    change(id, { state: 'waiting', progress: 0 })
    const onProgress = (progress: number) => change(id, { state: 'sending', progress })
    send(file, { onProgress, signal: control.signal }).then(
      (url) => change(id, { state: 'done', progress: 1, url }),
      (error: unknown) => {
        if (control.signal.aborted) return
        if (isOffline(error) || error instanceof CodeLoadError) return change(id, { state: 'later', progress: 0 })
        change(id, { state: 'failed', problem: (error instanceof Error && error.message) || uploadProblems.one })
      },
    )
  }

  const settled = (): Promise<readonly PickedFile[]> =>
    new Promise((resolve, reject) => {
      const giveUp = () => reject(new Error(uploadProblems.post))
      const look = () => {
        if (state.picks.some((pick) => pick.state === 'failed')) giveUp()
        else if (state.picks.some(isRunning)) return
        else resolve(state.picks)
        listeners.delete(look)
        waiting.delete(giveUp)
      }
      listeners.add(look)
      waiting.add(giveUp)
      look()
    })

  return {
    read: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    /** Adds supported files. Skips the others silently unless none is left. */
    add(files: readonly File[]) {
      const room = maxFiles - state.picks.length
      const valid = files.flatMap((file) => {
        const kind = fileKind(file)
        return kind ? { file, kind } : []
      })
      const picks = valid.slice(0, room).map(
        ({ file, kind }): PickedFile => ({
          id: crypto.randomUUID(),
          name: file.name,
          file,
          kind,
          preview: URL.createObjectURL(file),
          state: 'waiting',
          progress: 0,
        }),
      )
      const problem =
        valid.length > room
          ? `Maximum ${maxFiles} files allowed`
          : files.length > 0 && valid.length === 0
            ? uploadProblems.none
            : undefined
      set({ picks: [...state.picks, ...picks], problem })
      for (const pick of picks) start(pick)
    },

    /** Also cancels a running upload. */
    remove(id: string) {
      const pick = state.picks.find((item) => item.id === id)
      if (!pick) return
      controls.get(id)?.abort()
      controls.delete(id)
      URL.revokeObjectURL(pick.preview)
      set({ picks: state.picks.filter((item) => item !== pick), problem: undefined })
    },

    retry(id: string) {
      const pick = state.picks.find((item) => item.id === id)
      if (pick?.state === 'failed') start(pick)
    },

    /** Moves a file. Returns its resulting position, counted from 0. */
    move(id: string, to: number): number {
      const from = state.picks.findIndex((item) => item.id === id)
      const picks = [...state.picks]
      const [pick] = from < 0 ? [] : picks.splice(from, 1)
      if (!pick) return from
      const place = Math.max(0, Math.min(to, picks.length))
      picks.splice(place, 0, pick)
      if (place !== from) set({ picks })
      return place
    },

    /** Waits for running uploads and resolves with the URLs in order. Rejects when one has failed or all are cleared. */
    async finished(): Promise<string[]> {
      const picks = await settled()
      if (picks.some((pick) => pick.state === 'later')) throw new ApiError(0, { error: uploadProblems.post })
      return picks.flatMap(({ url }) => url ?? [])
    },

    /** Like `finished`, with the files that could not be uploaded without a connection. */
    settled,

    /** Call after posting or at the end of the session. Cancels all uploads and revokes the previews. */
    clear() {
      for (const giveUp of waiting) giveUp() // otherwise a post would be published without its images
      waiting.clear()
      for (const control of controls.values()) control.abort()
      controls.clear()
      for (const { preview } of state.picks) URL.revokeObjectURL(preview)
      set({ picks: [], problem: undefined })
    },
  }
}

function restore(draft: Draft): State {
  const kept = JSON.parse(draft.read() ?? '[]') as readonly StoredFile[]
  const picks = kept.flatMap(({ name, kind, url }): PickedFile[] =>
    url ? [{ id: crypto.randomUUID(), name, kind, preview: url, url, state: 'done', progress: 1 }] : [],
  )
  return { picks, problem: picks.length < kept.length ? uploadProblems.lost : undefined }
}
