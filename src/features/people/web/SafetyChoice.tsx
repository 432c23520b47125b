import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { RadioList } from '../../../shared/web/ui/RadioList.tsx'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import type { SafetySettings } from '../safety-contract.ts'
import { safetySettings, useUpdateSafety } from './safety-settings.ts'

type Key = 'requests' | 'notes' | 'profile'
type Props<K extends Key> = Pick<ComponentProps<typeof RadioList<SafetySettings[K]>>, 'label' | 'options'> & {
  field: K
}

/** One of the viewer's safety settings, below the title of its section, saved with the press. */
export function SafetyChoice<K extends Key>({ field, label, options }: Props<K>) {
  const { data, isPending, error, refetch } = useQuery(safetySettings)
  const update = useUpdateSafety()
  // Shown from the press on. The state of the mutation comes a moment later, and the button would jump back meanwhile.
  const [chosen, setChosen] = useState<SafetySettings[K]>()
  if (isPending) return <Skeleton className="h-36" />
  if (!data)
    return <ErrorState bare text="We couldn’t load your settings." error={error} onRetry={() => void refetch()} />
  const choose = (value: SafetySettings[K]) => {
    setChosen(value)
    update.mutate(
      { [field]: value },
      { onSuccess: () => void toast.success('Saved'), onSettled: () => setChosen(undefined) },
    )
  }
  return (
    <RadioList
      label={label}
      labelClass="sr-only"
      value={chosen ?? data.data[field]}
      disabled={update.isPending}
      onChange={choose}
      options={options}
    />
  )
}
