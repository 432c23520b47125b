import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { linkTabClassName } from './LinkTabs.tsx'

const tabs = [
  ['form', 'Write'],
  ['preview', 'Preview'],
] as const
type Tab = (typeof tabs)[number][0]

/** A form with a preview of what it makes: side by side where both have room, otherwise in two tabs. */
export function WithPreview({ preview, children }: { preview: ReactNode; children: ReactNode }) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<Tab>('form')
  const moveFocus = ({ key }: KeyboardEvent) => {
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return
    const next = active === 'form' ? 'preview' : 'form' // two tabs: both keys lead to the other one
    setActive(next)
    list.current?.querySelector<HTMLElement>(`[aria-controls="${id}-${next}"]`)?.focus()
  }
  const panel = (name: Tab) => ({ id: `${id}-${name}`, role: 'tabpanel', 'aria-labelledby': `${id}-${name}-tab` })
  return (
    // By the width of its place, not of the window: beside a list there may be room for one column only.
    <div className="@container">
      {/* A refused form shows its errors, so it returns before they get the focus. */}
      <div
        onSubmitCapture={() => setActive('form')}
        className="@3xl:grid @3xl:grid-cols-[minmax(0,1fr)_17rem] @3xl:items-start @3xl:gap-6"
      >
        <div
          ref={list}
          role="tablist"
          aria-label="Write or preview"
          onKeyDown={moveFocus}
          className="mb-4 flex gap-4 border-b border-line @3xl:hidden"
        >
          {tabs.map(([name, label]) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`${id}-${name}-tab`}
              aria-controls={`${id}-${name}`}
              aria-selected={name === active}
              tabIndex={name === active ? 0 : -1}
              onClick={() => setActive(name)}
              className={`${linkTabClassName} aria-selected:border-brand aria-selected:text-ink`}
            >
              {label}
            </button>
          ))}
        </div>
        <div {...panel('form')} className={`min-w-0 ${active === 'form' ? '' : '@max-3xl:hidden'}`}>
          {children}
        </div>
        <div
          {...panel('preview')}
          className={`min-w-0 @3xl:sticky @3xl:top-0 ${active === 'preview' ? '' : '@max-3xl:hidden'}`}
        >
          {preview}
        </div>
      </div>
    </div>
  )
}
