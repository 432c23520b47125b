import { Globe, Lock } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import type { Group, GroupType } from '../contract.ts'
import { useSave } from './settings.ts'

const choices: Readonly<Record<GroupType, { label: string; text: string; icon: typeof Lock }>> = {
  public: {
    label: 'Public',
    text: 'Anyone at your school can see posts and join. Any member can invite people.',
    icon: Globe,
  },
  private: {
    label: 'Private',
    text: 'Only members can see posts, members and events. Others can ask to join.',
    icon: Lock,
  },
}

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
      <fieldset>
        <legend className="mb-2 font-display text-card font-semibold">Who can see this group?</legend>
        <div className="space-y-2">
          {(Object.entries(choices) as [GroupType, (typeof choices)[GroupType]][]).map(
            ([value, { label, text, icon }]) => (
              <label
                key={value}
                className="flex cursor-pointer items-start gap-3.5 rounded-control border border-line p-3.5 has-checked:border-brand has-checked:bg-brand-soft"
              >
                <input
                  type="radio"
                  name="type"
                  checked={type === value}
                  onChange={() => setType(value)}
                  className="mt-0.5 size-5 shrink-0 accent-brand"
                />
                <span className="min-w-0 flex-1">
                  <span className="flex items-center gap-2 font-semibold">
                    <Icon icon={icon} size={18} />
                    {label}
                  </span>
                  <span className="mt-0.5 block text-soft">{text}</span>
                </span>
              </label>
            ),
          )}
        </div>
      </fieldset>
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
