import { useEffect, useEffectEvent } from 'react'
import { useAuth } from '../../../features/session/web/auth.tsx'

/** On a computer that others use too. The server ends the session soon afterwards, also of a closed browser. */
const maxIdleMs = 30 * 60_000
const checkIntervalMs = 15_000

/** Signs out after half an hour in which the user did nothing in any tab. */
export default function IdleSignOut(): null {
  const { logout } = useAuth()
  const end = useEffectEvent(() => void logout())
  useEffect(() => {
    const over = new AbortController()
    const tabs = new BroadcastChannel('quad activity')
    let lastActive = Date.now()
    let lastAnnounced = 0
    const onAction = () => {
      lastActive = Date.now()
      if (lastActive - lastAnnounced < checkIntervalMs) return
      lastAnnounced = lastActive
      tabs.postMessage(lastActive)
    }
    tabs.onmessage = ({ data }: MessageEvent<number>) => {
      lastActive = Math.max(lastActive, data)
    }
    const check = () => {
      if (Date.now() - lastActive >= maxIdleMs) end()
    }
    for (const action of ['pointerdown', 'keydown', 'wheel', 'touchstart'])
      addEventListener(action, onAction, { signal: over.signal, passive: true })
    document.addEventListener('visibilitychange', check, { signal: over.signal }) // timers stand still while the computer sleeps
    const timer = setInterval(check, checkIntervalMs)
    return () => {
      over.abort()
      tabs.close()
      clearInterval(timer)
    }
  }, [])
  return null
}
