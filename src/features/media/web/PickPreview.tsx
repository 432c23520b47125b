import { Play } from 'lucide-react'
import type { PickedFile } from './uploads.ts'

/** Preview of a chosen file. A video shows its first frame. */
export function PickPreview({ pick: { kind, preview } }: { pick: PickedFile }) {
  const shape = 'size-full object-cover'
  if (kind === 'image') return <img src={preview} alt="" draggable={false} className={shape} />
  return (
    <>
      <video src={preview} muted playsInline preload="metadata" aria-hidden tabIndex={-1} className={shape} />
      <span className="absolute inset-0 m-auto flex size-9 items-center justify-center rounded-full bg-black/60 text-white">
        <Play size={16} fill="currentColor" strokeWidth={0} />
      </span>
    </>
  )
}
