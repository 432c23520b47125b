import type { ComponentProps, ReactNode } from 'react'
import { Button } from './Button.tsx'
import { RefreshButton } from './RefreshButton.tsx'

type Props = {
  title: string
  subtitle?: string
  onRefresh?: () => Promise<unknown>
  /** Further buttons beside Refresh. */
  actions?: ReactNode
  /** Replaces the heading and its buttons. */
  head?: ReactNode
  /** Of the element around all of it. */
  section?: ComponentProps<'section'>
  children: ReactNode
}

/** The title and its buttons on one line, and the subtitle below; on a phone across the whole width. Large text takes three lines. */
const headClassName =
  'grid grid-cols-[minmax(min-content,1fr)_auto] items-center gap-x-3 desk:items-start @max-[16rem]:grid-cols-1 @max-[16rem]:gap-y-2'

/** One tab of the admin pages: title, refresh button and content. */
export const Panel = ({ title, subtitle, onRefresh, actions, head, section, children }: Props) => (
  <section {...section} aria-label={title} className="pb-6">
    {head ?? (
      <header className="@container px-4 pt-3 pb-4 desk:px-0 desk:pt-5">
        <div className={headClassName}>
          <h2 tabIndex={-1} className="text-[1.25rem]">
            {title}
          </h2>
          {subtitle && <p className="text-soft max-desk:col-span-full">{subtitle}</p>}
          <div className="flex flex-wrap gap-2 desk:row-end-3 @[16rem]:col-start-2 @[16rem]:row-start-1 @[16rem]:justify-end @[16rem]:whitespace-nowrap">
            {onRefresh && <RefreshButton look="desk" onRefresh={onRefresh} className="max-desk:px-3!" />}
            {actions}
          </div>
        </div>
      </header>
    )}
    {children}
  </section>
)

export const Toolbar = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-2 px-4 pb-3 desk:px-0">{children}</div>
)

type BannerProps = {
  text: string
  onDismiss?: () => void
  /** Offers to load again what failed to load. */
  onRetry?: (() => void) | false
}

/** An inline error message. */
export const Banner = ({ text, onDismiss, onRetry }: BannerProps) => (
  <div
    role="alert"
    className="mx-4 mb-3 flex flex-wrap items-center gap-3 rounded-control border border-danger px-4 py-2 font-medium text-danger desk:mx-0"
  >
    <span className="min-w-min flex-1">{text}</span>
    {onRetry && <Button onClick={onRetry}>Try Again</Button>}
    {onDismiss && (
      <Button variant="ghost" onClick={onDismiss}>
        Dismiss
      </Button>
    )}
  </div>
)

const tones = {
  plain: 'bg-sunken text-soft',
  good: 'bg-brand-soft text-brand',
  warm: 'bg-gold-soft text-orange',
  bad: 'bg-danger/10 text-danger',
}
export type Tone = keyof typeof tones

/** A short status label. */
export const Badge = ({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) => (
  <span className={`inline-block rounded-full px-2.5 py-0.5 text-tiny font-semibold whitespace-nowrap ${tones[tone]}`}>
    {children}
  </span>
)
