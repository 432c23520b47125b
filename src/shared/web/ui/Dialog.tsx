import { Dialog as Base } from '@base-ui/react/dialog'
import { ArrowLeft, X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useAboveKeyboard } from '../above-keyboard.ts'
import { useRestoreFocus } from '../focus.ts'
import { useSwipeToDismiss } from '../swipe.ts'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'

type Props = {
  open: boolean
  /** Absent: the dialog can only be closed by its own buttons. */
  onClose?: () => void
  title: string
  description?: string
  children: ReactNode
  /** What went wrong: above the buttons, where no scrolling hides it. */
  problem?: ReactNode
  /** What the main button does, beside the buttons: 'Post to Chess & Cocoa'. */
  result?: string | undefined
  /** Buttons at the end, the most important one last. */
  actions?: ReactNode
  wide?: boolean
  /** Shape on a phone: as high as its content, nearly full height, or a page with Back. */
  phone?: 'sheet' | 'tall' | 'page'
  /** Props of the whole dialog area, such as handlers for dropped files. */
  area?: ComponentProps<'div'> | undefined
}

const sheet = 'rounded-t-card max-h-[calc(100%-4.5rem-env(safe-area-inset-top))]'
const shapes = {
  sheet,
  tall: `${sheet} h-23/25 sm:h-auto sm:min-h-3/5`,
  page: 'h-full sm:h-auto',
}

/** Those that are pages on a phone are forms and items, which need more room than questions. */
const widths = {
  sheet: 'sm:max-w-lg',
  'sheet wide': 'sm:max-w-2xl',
  page: 'sm:max-w-140',
  'page wide': 'sm:max-w-180',
}

/** A modal dialog; on a phone it rises from the bottom edge. Traps the focus and restores it. */
export function Dialog({ open, onClose, title, description, children, problem, result, actions, ...look }: Props) {
  const { wide = false, phone = 'sheet', area } = look
  const isPage = phone === 'page'
  const viewport = useAboveKeyboard<HTMLDivElement>()
  const swipe = useSwipeToDismiss(isPage ? undefined : onClose)
  return (
    <Base.Root open={open} disablePointerDismissal={!onClose} onOpenChange={(next) => !next && onClose?.()}>
      <Base.Portal>
        <Base.Backdrop className="dim" />
        <Base.Viewport
          ref={viewport}
          className="fixed inset-0 z-50 flex items-end justify-center sm:items-center sm:p-6"
        >
          <Base.Popup
            {...area}
            data-sheet
            className={`relative flex w-full animate-[rise_180ms_ease-out] flex-col bg-surface shadow-lifted sm:max-h-[calc(100dvh-9rem)] sm:rounded-card ${widths[`${isPage ? 'page' : 'sheet'}${wide ? ' wide' : ''}`]} ${shapes[phone]}`}
          >
            <FocusBack />
            <header
              {...swipe}
              className={`relative flex items-start gap-4 px-5 pt-4 pb-2 ${isPage ? 'max-sm:items-center max-sm:gap-1 max-sm:px-1.5 max-sm:pt-[calc(0.375rem+env(safe-area-inset-top))] max-sm:pb-1.5' : 'touch-none sm:touch-auto'}`}
            >
              {onClose && isPage && (
                <Base.Close
                  render={
                    <IconButton label="Back" className="sm:hidden">
                      <Icon icon={ArrowLeft} />
                    </IconButton>
                  }
                />
              )}
              {onClose && !isPage && (
                <span
                  aria-hidden
                  className="absolute top-2 left-1/2 h-1 w-10 -translate-x-1/2 rounded-full bg-line sm:hidden"
                />
              )}
              <div className={`min-w-0 flex-1 pt-1.5 ${isPage ? 'max-sm:pt-0' : ''}`}>
                <Base.Title className="font-display text-card font-semibold">{title}</Base.Title>
                {description && <Base.Description className="mt-1 text-soft">{description}</Base.Description>}
              </div>
              {onClose && (
                <Base.Close
                  render={
                    <IconButton label="Close" className={`-mr-2 ${isPage ? 'max-sm:hidden' : ''}`}>
                      <Icon icon={X} />
                    </IconButton>
                  }
                />
              )}
            </header>
            <div className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain px-5 pt-1 pb-5">
              {children}
            </div>
            {problem && (
              <p role="alert" className="px-5 py-2.5 font-medium text-danger">
                {problem}
              </p>
            )}
            {actions && (
              <footer className="flex flex-wrap justify-end gap-3 border-t border-line px-5 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))]">
                {result && (
                  <p className="mr-auto min-w-0 flex-1 basis-32 self-center text-small text-soft wrap-anywhere">
                    {result}
                  </p>
                )}
                {actions}
              </footer>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

/** Rendered in the popup, which unmounts even where the dialog component stays mounted. */
function FocusBack() {
  useRestoreFocus()
  return null
}
