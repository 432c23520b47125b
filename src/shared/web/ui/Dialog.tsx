import { Dialog as Base } from '@base-ui/react/dialog'
import { ArrowLeft, X } from 'lucide'
import type { ComponentProps, ReactNode } from 'react'
import { useAboveKeyboard } from '../above-keyboard.ts'
import { BackCloses } from '../BackCloses.tsx'
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
  /**
   * `sheet` and `wide` are as high as their content, `tall` is nearly as high as a phone. `form` (560 px) and `form-wide`
   * (720 px) fill a phone, with Back. `page` fills a phone or tablet and is 960 px wide on a desktop.
   */
  layout?: keyof typeof layouts
  /** Whether the URL says that it is open, so that Back closes it already. */
  isInUrl?: boolean
  /** Whether the content has a `DialogTitle`, so that the bar of a page shows none. */
  hasOwnTitle?: boolean
  /** Props of the whole dialog area, such as handlers for dropped files. */
  area?: ComponentProps<'div'> | undefined
}

const sheet =
  'max-h-[calc(100%-4.5rem-env(safe-area-inset-top))] rounded-t-card sm:max-h-[calc(100dvh-9rem)] sm:rounded-card'
const form = 'h-full pt-[env(safe-area-inset-top)] sm:h-auto sm:max-h-[calc(100dvh-6rem)] sm:rounded-card sm:pt-0'
const layouts = {
  sheet: `${sheet} sm:max-w-lg`,
  wide: `${sheet} sm:max-w-2xl`,
  tall: `${sheet} h-23/25 sm:h-auto sm:min-h-3/5 sm:max-w-lg`,
  form: `${form} sm:max-w-140`,
  'form-wide': `${form} sm:max-w-180`,
  page: 'h-full pt-[env(safe-area-inset-top)] desk:h-auto desk:max-h-[calc(100dvh-6rem)] desk:max-w-240 desk:rounded-card desk:pt-0',
}
/** Below which width a layout is a page with Back. */
const backs = { form: 'sm:hidden', 'form-wide': 'sm:hidden', page: 'desk:hidden' }
const closes = { form: 'max-sm:hidden', 'form-wide': 'max-sm:hidden', page: 'max-desk:hidden' }

/** A modal dialog; on a phone it rises from the bottom edge. Traps the focus and restores it. */
export function Dialog({ open, onClose, title, description, children, problem, result, actions, ...look }: Props) {
  const { wide = false, layout = wide ? 'wide' : 'sheet', hasOwnTitle = false, isInUrl = false, area } = look
  const isSheet = layout === 'sheet' || layout === 'wide' || layout === 'tall'
  const isPage = layout === 'page'
  const viewport = useAboveKeyboard<HTMLDivElement>()
  const swipe = useSwipeToDismiss(isSheet ? onClose : undefined)
  const inner = isPage ? 'max-desk:mx-auto max-desk:w-full max-desk:max-w-[620px]' : ''
  return (
    <Base.Root open={open} disablePointerDismissal={!onClose} onOpenChange={(next) => !next && onClose?.()}>
      <Base.Portal>
        <Base.Backdrop className="dim" />
        <Base.Viewport
          ref={viewport}
          className={`fixed inset-0 z-50 flex items-end justify-center ${isPage ? 'desk:items-center desk:p-6' : 'sm:items-center sm:p-6'}`}
        >
          <Base.Popup
            {...area}
            data-sheet={layout}
            className={`relative flex w-full animate-[rise_180ms_ease-out] flex-col bg-surface shadow-lifted ${layouts[layout]}`}
          >
            <FocusBack />
            {onClose && !isInUrl && <BackCloses onClose={onClose} />}
            <header
              {...swipe}
              className={`relative flex items-start gap-4 px-5 pb-2 ${isSheet ? 'touch-none pt-4 sm:touch-auto' : isPage ? `pt-2 desk:pt-4 ${inner}` : 'pt-2 sm:pt-4'}`}
            >
              {!isSheet && onClose && (
                <Base.Close
                  render={
                    <IconButton label="Back" className={`-mr-3 -ml-3 ${backs[layout]}`}>
                      <Icon icon={ArrowLeft} />
                    </IconButton>
                  }
                />
              )}
              {onClose && isSheet && (
                <span
                  aria-hidden
                  className="absolute top-2 left-1/2 h-1 w-10 -translate-x-1/2 rounded-full bg-line sm:hidden"
                />
              )}
              <div className="min-w-0 flex-1 pt-2.75">
                {!hasOwnTitle && <Base.Title className="font-display text-card font-semibold">{title}</Base.Title>}
                {description && <Base.Description className="mt-1 text-soft">{description}</Base.Description>}
              </div>
              {onClose && (
                <Base.Close
                  render={
                    <IconButton label="Close" className={`-mr-2 ${isSheet ? '' : closes[layout]}`}>
                      <Icon icon={X} />
                    </IconButton>
                  }
                />
              )}
            </header>
            <div className={`flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain px-5 pt-1 pb-5 ${inner}`}>
              {children}
            </div>
            {problem && (
              <p role="alert" className="px-5 py-2.5 font-medium text-danger">
                {problem}
              </p>
            )}
            {actions && (
              <div className="border-t border-line px-5 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))]">
                <div className={`flex flex-wrap items-center justify-end gap-3 ${inner}`}>
                  {result && (
                    <p className="mr-auto min-w-0 flex-1 basis-32 text-small text-soft wrap-anywhere">{result}</p>
                  )}
                  {actions}
                </div>
              </div>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

/** The title of a dialog, in its content. */
export const DialogTitle = (props: ComponentProps<'h2'>) => (
  <Base.Title dir="auto" {...props} className="text-title wrap-anywhere desk:text-hero" />
)

/** Rendered in the popup, which unmounts even where the dialog component stays mounted. */
function FocusBack() {
  useRestoreFocus()
  return null
}
