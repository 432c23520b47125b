import { RefreshCw } from 'lucide'
import { useEffect, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'

type Props = {
  /** Settles when the data are there, or have failed to load. */
  onRefresh: () => Promise<unknown>
  /** A button with its text, with the text on a desktop or on wide screens only, or an icon. */
  look?: 'text' | 'desk' | 'wide' | 'icon'
  className?: string
}

/** Where the text is for screen readers only. */
const hidden = { text: '', desk: 'max-desk:sr-only', wide: 'max-wide:sr-only', icon: '' }

/** How long 'Updated just now' stays, in milliseconds. */
const noteMs = 4000

/** Loads data again, turns while it does, and says when they are new. */
export function RefreshButton({ onRefresh, look = 'text', className = '' }: Props) {
  const [state, setState] = useState<'idle' | 'busy' | 'done'>('idle')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const refresh = () => {
    if (state === 'busy') return
    clearTimeout(timer.current)
    setState('busy')
    void onRefresh().finally(() => {
      setState('done')
      timer.current = setTimeout(() => setState('idle'), noteMs)
    })
  }
  const icon = (
    <Icon
      icon={RefreshCw}
      size={look === 'icon' ? 20 : 16}
      className={state === 'busy' ? 'motion-safe:animate-spin' : ''}
    />
  )
  const common = { onClick: refresh, 'aria-busy': state === 'busy' }
  return (
    <span className="relative inline-flex">
      {look === 'icon' ? (
        <IconButton label="Refresh" {...common} className={className}>
          {icon}
        </IconButton>
      ) : (
        <Button {...common} className={className}>
          {icon}
          <span className={hidden[look]}>Refresh</span>
        </Button>
      )}
      <span role="status">
        {state === 'done' && (
          <span className="absolute top-full right-0 z-20 mt-1 rounded-control bg-ink px-2.5 py-1 text-small whitespace-nowrap text-paper">
            Updated just now
          </span>
        )}
      </span>
    </span>
  )
}
