import { useQuery } from '@tanstack/react-query'
import { Switch } from '../../../shared/web/ui/Switch.tsx'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { safetySettings, useUpdateSafety } from './safety-settings.ts'

type Setting = 'receipts' | 'typing' | 'crisis_card' | 'counts' | 'leaderboard' | 'ask_before_saving'

/** Settings of the viewer that are on or off, each with its label. */
export default function SharingSetting({ switches }: { switches: readonly (readonly [Setting, label: string])[] }) {
  const { data, isPending, error, refetch } = useQuery(safetySettings)
  const update = useUpdateSafety()
  if (isPending) return <Skeleton className="h-24" />
  if (!data)
    return <ErrorState bare text="We couldn’t load your settings." error={error} onRetry={() => void refetch()} />
  return switches.map(([setting, label]) => (
    <div key={setting}>
      <Switch
        label={label}
        checked={(update.isPending ? update.variables[setting] : undefined) ?? data.data[setting]}
        disabled={update.isPending}
        onChange={(wants) => update.mutate({ [setting]: wants })}
      >
        {label}
      </Switch>
    </div>
  ))
}
