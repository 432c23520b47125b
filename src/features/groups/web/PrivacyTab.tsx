import { Globe, Lock } from 'lucide'
import { useState } from 'react'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { RadioList } from '../../../shared/web/ui/RadioList.tsx'
import type { Group, GroupType } from '../contract.ts'
import { useSave } from './settings.ts'

const choices = [
  {
    value: 'public',
    label: 'Public',
    hint: 'Anyone at your school can see posts and join. Any member can invite people.',
    icon: Globe,
  },
  {
    value: 'private',
    label: 'Private',
    hint: 'Only members can see posts, members and events. Others can ask to join.',
    icon: Lock,
  },
] as const satisfies readonly { value: GroupType; label: string; hint: string; icon: typeof Lock }[]

/** Switches a group between public and private. */
export function PrivacyTab({ group }: { group: Group }) {
  const [type, setType] = useState(group.type)
  const save = useSave(group.id)
  return (
    <form
      className="card px-4.5 py-5"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ type })
      }}
    >
      <RadioList
        label="Who can see this group?"
        options={choices}
        value={type}
        onChange={setType}
        framed
        labelClass="mb-2 font-display text-card font-semibold"
        className="space-y-2"
      />
      <div className="mt-4 flex justify-end border-t border-line pt-4">
        <Button
          variant="primary"
          type="submit"
          disabled={type === group.type}
          pendingLabel={save.isPending && 'Saving...'}
        >
          Save changes
        </Button>
      </div>
    </form>
  )
}
