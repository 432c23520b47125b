import { EyeOff } from 'lucide'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import type { Media } from '../../media/contract.ts'

/** What a moderator sees of a reported item. Each step is one press; nothing is loaded before the first one. */
const steps = [
  { name: 'hidden', look: '', next: 'Show blurred' },
  { name: 'blurred and grey', look: 'scale-110 blur-xl grayscale', next: 'Show in grey' },
  { name: 'grey', look: 'grayscale', next: 'Show in colour' },
  { name: 'in colour', look: '', next: undefined },
] as const

/** Reported pictures and videos, which open in three steps. Videos are paused and muted. */
export function ReportedMedia({ media }: { media: readonly Media[] }) {
  return (
    <ul aria-label="Reported pictures and videos" className="grid gap-3 sm:grid-cols-2">
      {media.map((item, index) => (
        <li key={item.url}>
          <Item item={item} label={`${item.kind === 'video' ? 'Video' : 'Picture'} ${index + 1} of ${media.length}`} />
        </li>
      ))}
    </ul>
  )
}

function Item({ item, label }: { item: Media; label: string }) {
  const [at, setAt] = useState(0)
  const [isLoud, setIsLoud] = useState(false)
  const [forward, back] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)]
  const step = steps[at] ?? steps[0]
  const isVideo = item.kind === 'video'
  /** Without losing the focus with a button that goes. */
  const go = (next: number, isSounding: boolean) => {
    flushSync(() => {
      setAt(next)
      setIsLoud(isSounding)
    })
    if (!document.activeElement || document.activeElement === document.body) (forward.current ?? back.current)?.focus()
  }
  return (
    <figure aria-label={label} className="overflow-hidden rounded-control border border-line bg-sunken">
      <div className="relative centered h-48 overflow-hidden">
        {at === 0 && <Icon icon={EyeOff} size={24} className="text-soft" />}
        {at > 0 && !isVideo && (
          <img
            src={item.url}
            alt={`${label}, ${step.name}`}
            className={`max-h-full max-w-full object-contain ${step.look}`}
          />
        )}
        {at > 0 && isVideo && (
          <video
            src={item.url}
            aria-label={`${label}, ${step.name}`}
            preload="metadata"
            muted={!isLoud}
            controls={at > 1}
            controlsList="nodownload"
            playsInline
            // The control of the browser turns sound on as well: only its own step does.
            onVolumeChange={({ currentTarget }) => {
              if (!isLoud) currentTarget.muted = true
            }}
            className={`max-h-full max-w-full ${step.look}`}
          />
        )}
      </div>
      <figcaption className="flex flex-wrap items-center gap-2 border-t border-line bg-surface px-3 py-1.5">
        <span role="status" className="min-w-0 flex-1 text-small text-soft">
          {label}: {step.name}
          {isVideo && at > 0 && (isLoud ? ', with sound' : ', no sound')}
        </span>
        {step.next && (
          <Button aria-label={`${step.next}: ${label}`} ref={forward} onClick={() => go(at + 1, isLoud)}>
            {step.next}
          </Button>
        )}
        {isVideo && at > 1 && !isLoud && (
          <Button aria-label={`Turn on sound: ${label}`} onClick={() => go(at, true)}>
            Turn on sound
          </Button>
        )}
        {at > 0 && (
          <Button variant="ghost" aria-label={`Hide: ${label}`} ref={back} onClick={() => go(0, false)}>
            Hide
          </Button>
        )}
      </figcaption>
    </figure>
  )
}
