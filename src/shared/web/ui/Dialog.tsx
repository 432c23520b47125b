import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { IconButton } from './IconButton.tsx'

type Props = {
  open: boolean
  /** Absent: the dialog can only be left by one of its own buttons. */
  onClose?: () => void
  title: string
  description?: string
  children: ReactNode
  /** Buttons at the end, the most important one last. */
  actions?: ReactNode
  wide?: boolean
  /** What else the whole dialog listens to, such as files that are dropped on it. */
  area?: ComponentProps<'div'> | undefined
}

/** A modal dialog; on a phone it rises from the bottom edge. Holds the focus and gives it back. */
export function Dialog({ open, onClose, title, description, children, actions, wide = false, area }: Props) {
  return (
    <Base.Root open={open} disablePointerDismissal={!onClose} onOpenChange={(next) => !next && onClose?.()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 animate-[fade_150ms_ease-out] bg-black/45" />
        <Base.Viewport className="fixed inset-0 z-50 flex items-end justify-center sm:items-center sm:p-6">
          <Base.Popup
            {...area}
            className={`relative flex max-h-[92dvh] w-full animate-[rise_180ms_ease-out] flex-col rounded-t-card bg-surface shadow-lifted sm:rounded-card ${wide ? 'sm:max-w-2xl' : 'sm:max-w-lg'}`}
          >
            <header className="flex items-start gap-4 px-5 pt-4 pb-3">
              <div className="min-w-0 flex-1 pt-1.5">
                <Base.Title className="font-display text-card font-semibold">{title}</Base.Title>
                {description && <Base.Description className="mt-1 text-soft">{description}</Base.Description>}
              </div>
              {onClose && (
                <Base.Close
                  render={
                    <IconButton label="Close" className="-mr-2">
                      <X size={20} strokeWidth={1.75} />
                    </IconButton>
                  }
                />
              )}
            </header>
            <div className="flex min-h-0 flex-1 flex-col overflow-y-auto px-5 pb-5">{children}</div>
            {actions && (
              <footer className="flex flex-wrap justify-end gap-3 border-t border-line px-5 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))]">
                {actions}
              </footer>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
