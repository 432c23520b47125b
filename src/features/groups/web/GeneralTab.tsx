import { type FormEvent, useState } from 'react'
import { Button } from '../../../shared/web/ui/Button.tsx'
import type { Group } from '../contract.ts'
import { fieldsOf, type Problems, readFields } from './form.ts'
import { GroupFields } from './GroupFields.tsx'
import { GroupPictures, picturesOf, urlsOf } from './GroupPictures.tsx'
import { saidOf, useSave } from './settings.ts'

/** What the group is and looks like. */
export function GeneralTab({ group }: { group: Group }) {
  const [fields, setFields] = useState(() => fieldsOf(group))
  const [pictures, setPictures] = useState(() => picturesOf(group))
  const [problems, setProblems] = useState<Problems>({})
  const save = useSave(group.id)
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    const { input, problems = {} } = readFields(fields)
    setProblems(problems)
    if (!input) return
    const { type: _, ...changes } = input
    save.mutate({ ...changes, ...urlsOf(pictures) })
  }
  const places = problems.places ?? saidOf(save.error, 'max_members')
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
