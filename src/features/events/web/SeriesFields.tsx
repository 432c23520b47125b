import type { FormFields } from '../../../shared/web/data/contract-form.ts'
import { ChipChoice } from '../../../shared/web/ui/ChipChoice.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { parseWallClock } from '../../../shared/web/wall-clock.ts'
import type { EventFormValues } from './form.ts'
import { useZone } from './school-time.ts'
import { formatMonthDay, formatMonthWeekday, formatRuleInWords, toRule } from './series.ts'

type Props = Pick<FormFields<EventFormValues>, 'values' | 'field' | 'choice'>

/** How a new event repeats, and the rule in words. */
export function SeriesFields({ values, field, choice }: Props) {
  const zone = useZone()
  const { start, repeat, ends } = values
  const rule = toRule(values, start, zone)
  const repeats = repeat !== 'never'
  const hasStart = parseWallClock(start, zone) !== undefined
  return (
    <div className="space-y-4">
      <ChipChoice
        label="Repeat"
        options={[
          ['never', 'Never'],
          ['weekly', 'Weekly'],
          ['day', hasStart ? `Monthly on ${formatMonthDay(start)}` : 'Monthly by day'],
          ['weekday', hasStart ? `Monthly on ${formatMonthWeekday(start)}` : 'Monthly by weekday'],
        ]}
        {...choice('repeat')}
      />
      {repeats && (
        <>
          <Field
            label={repeat === 'weekly' ? 'Every how many weeks' : 'Every how many months'}
            inputMode="numeric"
            {...field('interval')}
          />
          <ChipChoice
            label="Ends"
            options={[
              ['count', 'After a number of dates'],
              ['until', 'On a day'],
            ]}
            {...choice('ends')}
          />
          {ends === 'count' ? (
            <Field label="Number of dates" inputMode="numeric" {...field('dates')} />
          ) : (
            <Field label="Last day" type="date" {...field('lastDay')} />
          )}
        </>
      )}
      <p role="status" className={repeats && rule ? 'text-small text-soft' : 'sr-only'}>
        {repeats && rule ? formatRuleInWords(rule, zone) : ''}
      </p>
    </div>
  )
}
