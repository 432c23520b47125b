import { useEffect, useRef, useState } from 'react'
import { isTextField } from './text-field.ts'

type Props = { onAllow: () => void }

/** Waits until no text field has the focus: the keyboard of a phone makes the page wider than it is high. */
export default function PortraitOverlay(props: Props) {
  const [isTyping, setIsTyping] = useState(() => isTextField(document.activeElement))
  useEffect(() => {
    if (!isTyping) return
    const check = () => setTimeout(() => setIsTyping(isTextField(document.activeElement))) // the next field has the focus by then
    addEventListener('focusout', check)
    return () => removeEventListener('focusout', check)
  }, [isTyping])
  return isTyping ? null : <Overlay {...props} />
}

/** Covers the page, which cannot be reached behind it, and asks to rotate the device. */
function Overlay({ onAllow }: Props) {
  const overlay = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    overlay.current?.showModal()
    const { style } = document.documentElement
    const { overflow, scrollbarGutter } = style
    Object.assign(style, { overflow: 'hidden', scrollbarGutter: 'auto' })
    const keepKeys = (event: Event) => event.stopPropagation() // of the shortcuts; the browser still handles Tab and Enter
    addEventListener('keydown', keepKeys, { capture: true })
    const screenLock = screen.orientation as ScreenOrientation & { lock?: (to: 'portrait') => Promise<void> }
    screenLock?.lock?.('portrait').catch(() => {}) // only supported in some browsers and full-screen apps
    return () => {
      Object.assign(style, { overflow, scrollbarGutter })
      removeEventListener('keydown', keepKeys, { capture: true })
    }
  }, [])
  return (
    <dialog
      ref={overlay}
      role="alertdialog"
      aria-labelledby="portrait-title"
      onCancel={(event) => event.preventDefault()}
      className="fixed inset-0 m-0 centered size-full max-h-none max-w-none flex-col bg-black p-6 text-center text-white"
    >
      <h2 id="portrait-title" className="text-title">
        SCREEN LOCKED
      </h2>
      <p className="mt-2 font-semibold">Portrait Mode Required</p>
      <p className="mt-1">Rotate to portrait mode to unlock</p>
      <button
        type="button"
        onClick={onAllow}
        className="mt-6 min-h-11 rounded-control border border-white px-4 font-medium focus-visible:outline-white"
      >
        Keep using landscape
      </button>
    </dialog>
  )
}
