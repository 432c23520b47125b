import type { ReactNode } from 'react'

/**
 * The foot of a page or of a scrolling form, which stays at the lower edge: above the keyboard and the home indicator of
 * a phone. A dialog has its own: `actions`.
 */
export const StickyFoot = ({ children }: { children: ReactNode }) => (
  <div className="sticky bottom-0 z-10 flex flex-wrap items-center justify-end gap-3 border-t border-line bg-surface px-4 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))]">
    {children}
  </div>
)
