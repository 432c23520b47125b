import { useQueryClient } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide'
import { type FormEvent, useId, useState } from 'react'
import { call, invalidate } from '../../../shared/web/api.ts'
import { unknownFailure, userMessage } from '../../../shared/web/data/errors.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { FormDialog } from '../../../shared/web/ui/FormDialog.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { schoolsApi } from '../contract.gen.ts'
import { type Place, placeLimits, type School } from '../contract.ts'

type Row = { readonly key: number; readonly place: Omit<Place, 'id'> & { readonly id?: number } }

/** The places of a school where buyers and sellers can meet. What was typed survives a failure. */
export default function PlacesDialog({ school, onClose }: { school: School; onClose: () => void }) {
  const formId = useId()
  const client = useQueryClient()
  const [rows, setRows] = useState<readonly Row[]>(() => school.places.map((place, key) => ({ key, place })))
  const [nextKey, setNextKey] = useState(rows.length)
  const save = useLockedMutation({
    mutationFn: () => {
      const places = rows.map(({ place }) => place)
      return call(schoolsApi.setPlaces, { params: { id: school.id }, body: { places } })
    },
    onSuccess: () => {
      toast.success('Places saved')
      onClose()
      return invalidate(client, schoolsApi)
    },
  })
  const change = (key: number, to: Partial<Place>) =>
    setRows((before) => before.map((row) => (row.key === key ? { key, place: { ...row.place, ...to } } : row)))
  const add = () => {
    setRows((before) => [...before, { key: nextKey, place: { name: '', map: '', hours: '' } }])
    setNextKey(nextKey + 1)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  const isIncomplete = rows.some(({ place }) => place.name.trim() === '')
  return (
    <FormDialog
      onClose={onClose}
      title="Meeting places"
      description={`Safe places at ${school.name} where buyers and sellers can meet`}
      form={{ id: formId, onSubmit: submit }}
      submitLabel="Save places"
      disabled={isIncomplete}
      isPending={save.isPending}
      pendingLabel="Saving..."
      problem={save.error && userMessage(save.error, unknownFailure, { statuses: 'all' })}
    >
      {rows.length === 0 && <p className="text-soft">No places yet. Without places, no one can suggest a meeting.</p>}
      <ul aria-label="Places" className="space-y-4">
        {rows.map(({ key, place }, index) => (
          <li key={key} className="rounded-card border border-line p-3">
            <fieldset className="grid gap-3 sm:grid-cols-2">
              <legend className="sr-only">Place {index + 1}</legend>
              <Field
                label="Name"
                value={place.name}
                maxLength={placeLimits.name}
                onChange={(name) => change(key, { name })}
              />
              <Field
                label="Hours"
                value={place.hours}
                maxLength={placeLimits.hours}
                onChange={(hours) => change(key, { hours })}
              />
              <div className="flex items-end gap-2 sm:col-span-2">
                <Field
                  label="How to find it"
                  value={place.map}
                  maxLength={placeLimits.map}
                  onChange={(map) => change(key, { map })}
                  className="flex-1"
                />
                <IconButton
                  label={`Remove ${place.name || `place ${index + 1}`}`}
                  onClick={() => setRows((before) => before.filter((row) => row.key !== key))}
                >
                  <Icon icon={Trash2} size={18} />
                </IconButton>
              </div>
            </fieldset>
          </li>
        ))}
      </ul>
      <Button className="mt-4" disabled={rows.length >= placeLimits.places} onClick={add}>
        <Icon icon={Plus} size={18} />
        Add a place
      </Button>
    </FormDialog>
  )
}
