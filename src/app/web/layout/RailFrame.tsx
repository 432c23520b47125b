import type { ReactNode } from 'react'

type Props = {
  isBusy: boolean
  /** Whether the page has its place, so that a narrow screen shows the cards below it, side by side. */
  isBelow?: boolean
  children: ReactNode
}

export const RailFrame = ({ isBusy, isBelow = false, children }: Props) => (
  <aside
    aria-label="Around campus"
    aria-busy={isBusy}
    className={`sticky bottom-0 self-end py-6 ${isBelow ? 'max-[90rem]:static max-[90rem]:col-start-2 min-[90rem]:min-h-[calc(100dvh-3.75rem)]' : 'min-h-[calc(100dvh-3.75rem)]'}`}
  >
    {children}
  </aside>
)
