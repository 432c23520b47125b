import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'

type Props = {
  title: string
  subtitle?: string
  onRefresh?: () => void
  /** Further buttons beside Refresh. */
  actions?: ReactNode
  /** Replaces the heading and its buttons. */
  head?: ReactNode
  children: ReactNode
}

/** One tab of the admin pages: title, refresh button and content. */
export const Panel = ({ title, subtitle, onRefresh, actions, head, children }: Props) => (
  <section aria-label={title} className="pb-6">
    {head ?? (
      <header className="flex flex-wrap items-start justify-between gap-3 px-4 pt-5 pb-4 desk:px-0">
        <div>
          <h2 className="text-[1.25rem]">{title}</h2>
          {subtitle && <p className="text-soft">{subtitle}</p>}
        </div>
        <div className="flex flex-wrap gap-2">
          {onRefresh && (
            <Button onClick={onRefresh}>
              <Icon icon={RefreshCw} size={16} />
              Refresh
            </Button>
          )}
          {actions}
        </div>
      </header>
    )}
    {children}
  </section>
)

export const Toolbar = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-2 px-4 pb-3 desk:px-0">{children}</div>
)

/** An inline error message. */
export const Banner = ({ text, onDismiss }: { text: string; onDismiss?: () => void }) => (
  <div
    role="alert"
    className="mx-4 mb-3 flex flex-wrap items-center gap-3 rounded-control border border-danger px-4 py-2 font-medium text-danger desk:mx-0"
  >
    <span className="min-w-min flex-1">{text}</span>
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
