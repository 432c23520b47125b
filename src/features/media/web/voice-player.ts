import { useRef, useState } from 'react'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import type { Voice } from '../attachment-contract.ts'

const rates = [1, 1.5, 2] as const

/** The one that plays: another one pauses it. */
let playing: HTMLAudioElement | undefined

/** Plays a voice note in an `audio` element, which gets `audio` as its ref and `events` as its handlers. */
export function useVoicePlayer({ seconds }: Voice) {
  const audio = useRef<HTMLAudioElement>(null)
  const [isPlaying, setIsPlaying] = useState(false)
  const [position, setPosition] = useState(0)
  const [rate, setRate] = useState<(typeof rates)[number]>(1)
  const toggle = () => {
    const element = audio.current
    if (!element) return
    if (!element.paused) return element.pause()
    element.playbackRate = rate
    element.play().catch((error: unknown) => {
      // Another press has paused it before it began.
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        toast.error('We couldn’t play this voice note.')
    })
  }
  const seek = (to: number) => {
    setPosition(to)
    if (audio.current) audio.current.currentTime = Math.min(to, seconds)
  }
  const changeRate = () => {
    const next = rates[(rates.indexOf(rate) + 1) % rates.length] ?? 1
    setRate(next)
    if (audio.current) audio.current.playbackRate = next
  }
  const events = {
    onPlay: () => {
      if (playing !== audio.current) playing?.pause()
      playing = audio.current ?? undefined
      setIsPlaying(true)
    },
    onPause: () => setIsPlaying(false),
    onTimeUpdate: () => setPosition(audio.current?.currentTime ?? 0),
    onEnded: () => {
      setIsPlaying(false)
      setPosition(0)
    },
  }
  return { audio, events, isPlaying, position, rate, toggle, seek, changeRate }
}
