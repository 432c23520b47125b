import type { ReactNode } from 'react'

export const RailFrame = ({ isBusy, children }: { isBusy: boolean; children: ReactNode }) => (
  <aside
    aria-label="Around campus"
    aria-busy={isBusy}
    className="sticky bottom-0 min-h-[calc(100dvh-3.75rem)] self-end py-6"
  >
    {children}
  </aside>
)
