import { type FormEvent, useState } from 'react'
import { findFieldErrors } from '../../../shared/web/data/errors.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import type { Group } from '../contract.ts'
import { type GroupFieldErrors, readFields, toFormValues } from './form.ts'
import { GroupFields } from './GroupFields.tsx'
import { GroupPictures, toPictures, toUrls } from './GroupPictures.tsx'
import { useSave } from './settings.ts'

export function GeneralTab({ group }: { group: Group }) {
  const [fields, setFields] = useState(() => toFormValues(group))
  const [pictures, setPictures] = useState(() => toPictures(group))
  const [problems, setProblems] = useState<GroupFieldErrors>({})
  const save = useSave(group.id)
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    const { input, problems = {} } = readFields(fields)
    setProblems(problems)
    if (!input) return
    const { type: _, ...changes } = input
    save.mutate({ ...changes, ...toUrls(pictures) })
  }
  const places = problems.places ?? findFieldErrors(save.error).max_members
  return (
    <form noValidate onSubmit={submit} className="card space-y-4 px-4.5 py-5">
      <GroupFields fields={fields} problems={{ ...problems, ...(places ? { places } : {}) }} onChange={setFields} />
      <GroupPictures pictures={pictures} onChange={setPictures} />
      <div className="flex justify-end border-t border-line pt-4">
        <Button variant="primary" type="submit" pendingLabel={save.isPending && 'Saving...'}>
          Save changes
        </Button>
      </div>
    </form>
  )
}
