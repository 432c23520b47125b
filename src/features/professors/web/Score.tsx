import { Star } from 'lucide'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { counted, qualityTone, shown, type Tone } from './labels.ts'

/** Background of dark text, with sufficient contrast for every tone. */
export const tints: Readonly<Record<Tone, string>> = {
  green: 'bg-brand/20',
  blue: 'bg-sky/20',
  yellow: 'bg-gold/35',
  orange: 'bg-amber/35',
  red: 'bg-danger/25',
  gray: 'bg-sunken',
  'light gold': 'bg-gold/15',
  gold: 'bg-gold/25',
  'dark gold': 'bg-gold/35',
}
/** Fill of bars, which only repeat a number shown as text. */
export const fills: Readonly<Record<Tone, string>> = {
  green: 'bg-brand',
  blue: 'bg-sky',
  yellow: 'bg-gold',
  orange: 'bg-amber',
  red: 'bg-danger',
  gray: 'bg-line',
  'light gold': 'bg-gold/50',
  gold: 'bg-gold/75',
  'dark gold': 'bg-gold',
}

/** A figure on the background of its tone. */
export const Tile = ({ tone, className = '', children }: { tone: Tone; className?: string; children: string }) => (
  <span
    className={`inline-block rounded-[8px] px-2 py-0.5 text-center font-semibold whitespace-nowrap tabular-nums text-ink ${tints[tone]} ${className}`}
  >
    {children}
  </span>
)

type ScoreProps = {
  value: number | null
  /** Number of ratings behind a mean; absent for one rating. */
  count?: number
  size?: 'small' | 'large'
}

/** The mean overall rating with a star on the background of its tone. */
export const Score = ({ value, count, size = 'small' }: ScoreProps) => (
  <span
    className={`inline-flex items-center gap-1 rounded-control font-display font-bold tabular-nums ${tints[qualityTone(value)]} ${size === 'large' ? 'px-3.5 py-1.5 text-[1.75rem] leading-tight' : 'px-2.5 py-1 text-card'}`}
  >
    <Icon icon={Star} size={size === 'large' ? 22 : 16} strokeWidth={2} className="fill-current" />
    <span aria-hidden>{shown(value)}</span>
    <span className="sr-only">
      {value ? [`${shown(value)} of 5`, count && counted(count)].filter(Boolean).join(', ') : 'Not rated yet'}
    </span>
  </span>
)
