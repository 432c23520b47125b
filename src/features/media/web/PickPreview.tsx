import { Play } from 'lucide'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import type { PickedFile } from './uploads.ts'

/** Preview of a chosen file. A video shows its first frame. */
export function PickPreview({ pick: { kind, preview } }: { pick: PickedFile }) {
  const shape = 'size-full object-cover'
  if (kind === 'image') return <img src={preview} alt="" draggable={false} className={shape} />
  return (
    <>
      <video src={preview} muted playsInline preload="metadata" aria-hidden tabIndex={-1} className={shape} />
      <span className="absolute inset-0 m-auto centered size-9 rounded-full bg-black/60 text-white">
        <Icon icon={Play} size={16} strokeWidth={0} fill="currentColor" />
      </span>
    </>
  )
}
