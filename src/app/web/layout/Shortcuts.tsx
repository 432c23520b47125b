import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useMe } from '../../../features/session/web/auth.tsx'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { areShortcutsEnabled, isTyping } from '../../../shared/web/shortcuts.ts'
import { createDialogState } from '../../../shared/web/url-state.ts'
import { takeEarlyKeys } from './early-keys.ts'
import { canVisit, railItems } from './navigation.ts'

const ShortcutSheet = lazyPart(() => import('./ShortcutSheet.tsx'))

/** Time within which the second key of a pair must follow. */
const sequenceTimeoutMs = 1500

/** Single-key shortcuts; inactive while the user types and when disabled. */
export default function Shortcuts() {
  const me = useMe()
  const navigate = useNavigate()
  const [isOpen, setIsOpen] = useState(false)
  const begun = useRef(Number.NEGATIVE_INFINITY)

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (
      !areShortcutsEnabled() ||
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      isTyping(event)
    )
      return
    const { key, timeStamp } = event
    if (key === '?') return setIsOpen(true)
    const isSecond = timeStamp - begun.current < sequenceTimeoutMs
    begun.current = key === 'g' && !isSecond ? timeStamp : Number.NEGATIVE_INFINITY
    if (isSecond) {
      const place = railItems.flat().find((item) => item.key === key && canVisit(item, me))
      if (place) void navigate(place.path)
    } else if (key === 'n') void navigate('/dashboard', { state: createDialogState })
    else if (key === '/') {
      event.preventDefault() // the slash would become the first letter of the search
      document.querySelector<HTMLElement>('[aria-keyshortcuts]')?.click()
    } else if (key === 'j' || key === 'k') step(key === 'j' ? 1 : -1)
    else if (key === 'Enter') openCard(event.target)
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent) => press(event)
    for (const event of takeEarlyKeys()) hear(event)
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [])

  if (!isOpen) return null
  return (
    <Suspense>
      <ShortcutSheet onClose={() => setIsOpen(false)} />
    </Suspense>
  )
}

/** Focuses the next or the previous card of the page: from the pane of an open item, those around its card. */
function step(by: 1 | -1) {
  const cards = [...document.querySelectorAll<HTMLElement>('main article:not([data-pane] *)')]
  const active = document.activeElement
  const isCurrent = active?.closest('[data-pane]')
    ? (card: HTMLElement) => card.querySelector('[aria-current]')
    : (card: HTMLElement) => card.contains(active)
  const now = cards.findIndex(isCurrent)
  const card = cards[now === -1 ? (by === 1 ? 0 : cards.length - 1) : now + by]
  if (!card) return
  card.tabIndex = -1
  card.focus({ preventScroll: true })
  card.scrollIntoView({ block: 'start' })
}

/** Opens the item of a card that `step` has focused. */
function openCard(card: EventTarget | null) {
  if (card instanceof HTMLElement && card.localName === 'article')
    card.querySelector<HTMLElement>(':is(h2, h3) a')?.click()
}
