import type { Professor } from '../contract.ts'
import { counted, listFigures, shown, shownPercent, type Tone, wouldTakeAgainTone } from './labels.ts'
import { fills } from './Score.tsx'

const most = 5

/** The other averages as bars, and the percentage that would take a class again. */
export function Figures({ professor }: { professor: Professor }) {
  const { would_take_again_percentage: again, would_take_again_count: answers, total_ratings } = professor
  return (
    <dl className="mt-2 grid gap-x-6 gap-y-2.5 @[35rem]:grid-cols-2 @[45rem]:grid-cols-1">
      {listFigures(professor).map(({ label, value, on, tone, ...figure }) => (
        <Bar
          key={label}
          label={label}
          text={[shown(value), 'word' in figure && figure.word].filter(Boolean).join(' · ')}
          share={(value ?? 0) / most}
          tone={tone}
          on={counted(on)}
        />
      ))}
      <Bar
        label="Would Take Again"
        text={shownPercent(again)}
        share={(again ?? 0) / 100}
        tone={wouldTakeAgainTone(again)}
        on={counted(answers, 'answer')}
        isUnlike={answers !== total_ratings}
      />
    </dl>
  )
}

type Props = {
  label: string
  text: string
  /** From 0 to 1. */
  share: number
  tone: Tone
  /** Basis of the figure: '7 ratings'. */
  on: string
  /** The basis differs from the total number of ratings and is therefore shown. */
  isUnlike?: boolean
}

const Bar = ({ label, text, share, tone, on, isUnlike = false }: Props) => (
  <div title={`${text} of ${on}`} className="grid grid-cols-[1fr_auto] items-baseline gap-x-3 gap-y-1">
    <dt className="text-soft">
      {label} <span className={isUnlike ? 'text-small whitespace-nowrap text-faint' : 'sr-only'}>of {on}</span>
    </dt>
    <dd className="font-semibold tabular-nums">{text}</dd>
    <dd aria-hidden className="col-span-2 h-1.5 overflow-hidden rounded-full bg-sunken">
      <div className={`h-full rounded-full ${fills[tone]}`} style={{ width: `${share * 100}%` }} />
    </dd>
  </div>
)
