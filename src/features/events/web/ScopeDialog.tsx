import { useState } from 'react'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { RadioList } from '../../../shared/web/ui/RadioList.tsx'
import type { Event, SeriesScope } from '../contract.ts'
import { listScopes, scopeNote, scopeQuestion } from './series-label.ts'

type Props = { event: Event; onClose: () => void; onChoose: (scope: SeriesScope) => void }

/** Asks which dates of a series an edit concerns, before it. */
export function ScopeDialog({ event, onClose, onChoose }: Props) {
  const [scope, setScope] = useState<SeriesScope>('this')
  return (
    <Dialog
      open
      onClose={onClose}
      title={scopeQuestion}
      description={scopeNote}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={() => onChoose(scope)}>
            Continue
          </Button>
        </>
      }
    >
      <RadioList label="Dates" labelClass="sr-only" options={listScopes(event)} value={scope} onChange={setScope} />
    </Dialog>
  )
}
