import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { useStoredState } from '../../../shared/web/draft-state.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { type Group, GroupInput } from '../contract.ts'
import { fieldNames, toBody, toFormValues } from './form.ts'
import { GroupFields } from './GroupFields.tsx'
import { GroupPictures, toPictures, toUrls } from './GroupPictures.tsx'
import { useSave } from './settings.ts'

const Changes = GroupInput.omit({ type: true })

/** Name, description and pictures of a group. Keeps the draft while another tab is shown. */
export default function GeneralTab({ group }: { group: Group }) {
  const name = `settings of ${group.id}`
  const [pictures, setPictures, dropPictures] = useStoredState(`${name} pictures`, toPictures(group))
  const save = useSave(group.id)
  const fields = useContractForm({
    name,
    initial: () => toFormValues(group),
    schema: Changes,
    fieldNames,
    toBody(values) {
      const { type: _, ...changes } = toBody(values)
      return { ...changes, ...toUrls(pictures) }
    },
    send: (body) => save.mutateAsync(body),
    toSaved: ({ data }) => toFormValues(data),
    onDraftsSent: dropPictures,
  })
  return (
    <form {...fields.form} className="card space-y-4 px-4.5 py-5">
      <GroupFields form={fields} />
      <GroupPictures pictures={pictures} onChange={setPictures} />
      <div className="flex justify-end border-t border-line pt-4">
        <Button variant="primary" type="submit" pendingLabel={fields.isPending && 'Saving...'}>
          Save changes
        </Button>
      </div>
    </form>
  )
}
