import { useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide'
import { useEffect, useState } from 'react'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { refreshEvent } from './refresh.ts'

/** Pull distance in pixels that triggers a refresh, and the share of it that the indicator moves. */
const enough = 120
const share = 0.5

/** On touch screens, pulling down at the top of a page refetches its data, and so does its tab. */
export function PullToRefresh() {
  const client = useQueryClient()
  const [pulled, setPulled] = useState(0)
  const [working, setWorking] = useState(false)

  useEffect(() => {
    const over = new AbortController()
    let from: number | undefined
    let way = 0
    const start = ({ touches, target }: TouchEvent) => {
      const isFree = scrollY <= 0 && touches.length === 1 && target instanceof Element
      from = isFree && !target.closest('[role=dialog], [data-inner-scroll]') ? touches[0]?.clientY : undefined
      way = 0
    }
    const move = ({ touches: [touch] }: TouchEvent) => {
      if (from === undefined || !touch) return
      way = scrollY > 0 ? 0 : touch.clientY - from
      setPulled(Math.max(0, Math.min(way, enough * 1.3)))
    }
    const end = () => {
      from = undefined
      setPulled(0)
      if (way >= enough) void refresh()
    }
    const refresh = async () => {
      setWorking(true)
      await client.invalidateQueries({ refetchType: 'active' })
      setWorking(false)
    }
    const quietly = { passive: true, signal: over.signal }
    addEventListener('touchstart', start, quietly)
    addEventListener('touchmove', move, quietly)
    addEventListener('touchend', end, quietly)
    addEventListener(refreshEvent, () => void refresh(), { signal: over.signal })
    addEventListener('touchcancel', () => setPulled(0), quietly)
    return () => over.abort()
  }, [client])

  const isShown = working || pulled > 12
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-16 z-20 flex justify-center desk:hidden">
      {isShown && (
        <span
          className="disc size-10 border border-line bg-surface text-brand shadow-card"
          style={{ translate: `0 ${working ? 24 : pulled * share}px`, opacity: working ? 1 : pulled / enough }}
        >
          <Icon icon={RefreshCw} className={working ? 'animate-spin' : ''} style={{ rotate: `${pulled * 2}deg` }} />
          {working && <span className="sr-only">Refreshing</span>}
        </span>
      )}
    </div>
  )
}
