import { type ReactNode, useEffect, useRef } from 'react'

/** An item that was hidden until its button was pressed. Takes the focus of that button. */
export function ShownItem({ children }: { children: ReactNode }) {
  const item = useRef<HTMLDivElement>(null)
  useEffect(() => item.current?.focus({ preventScroll: true }), [])
  return (
    <div ref={item} tabIndex={-1} className="outline-none">
      {children}
    </div>
  )
}
