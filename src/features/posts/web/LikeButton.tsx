import { Heart } from 'lucide-react'
import { useState } from 'react'

type Props = {
  liked: boolean
  count: number
  /** Asks for the other state. While it is being settled, further presses wait. */
  onToggle: (liked: boolean) => Promise<void>
  small?: boolean
}

/** A heart with a count. */
export function LikeButton({ liked, count, onToggle, small = false }: Props) {
  const [busy, setBusy] = useState(false)
  const press = async () => {
    if (busy) return
    setBusy(true)
    await onToggle(!liked)
    setBusy(false)
  }
  return (
    <button
      type="button"
      aria-pressed={liked}
      aria-label={`Like, ${count} ${count === 1 ? 'like' : 'likes'}`}
      onClick={press}
      className={`inline-flex min-w-11 items-center gap-2 rounded-full px-2.5 tabular-nums transition-colors duration-150 hover:bg-sunken ${small ? 'min-h-8 text-small' : 'min-h-11'} ${liked ? 'text-brick' : 'text-soft hover:text-ink'}`}
    >
      <Heart size={small ? 16 : 20} strokeWidth={1.75} fill={liked ? 'currentColor' : 'none'} />
      {count}
    </button>
  )
}
