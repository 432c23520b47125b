import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, invalidate, query } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { unknownFailure, userMessage } from '../../../shared/web/data/errors.ts'
import { Checkbox } from '../../../shared/web/ui/Checkbox.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { FormDialog } from '../../../shared/web/ui/FormDialog.tsx'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { grantsApi } from '../../moderation/grant-contract.gen.ts'
import { type Granted, grants } from '../../moderation/grant-contract.ts'
import { grantTexts } from './grant-texts.ts'

type Person = { readonly id: string; readonly name: string; readonly email: string }
type Props = { person: Person; onClose: () => void }

/** What a student may do on the moderation desk. */
export default function GrantsDialog({ person, onClose }: Props) {
  const list = useQuery(query(grantsApi.list))
  if (list.isSuccess)
    return (
      <GrantsForm
        person={person}
        given={list.data.data.find(({ user_id }) => user_id === person.id)}
        onClose={onClose}
      />
    )
  return (
    <Dialog open onClose={onClose} title="Moderation rights">
      {list.isError ? (
        <ErrorState bare text="We couldn’t load this." error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <Skeleton className="h-64" />
      )}
    </Dialog>
  )
}

const dayMs = 86_400_000
const toDay = (time: number) => {
  const date = new Date(time)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
/** The end of a day on this device, in seconds. */
const toEnd = (day: string) => Math.floor(new Date(`${day}T23:59:59`).getTime() / 1000)

function GrantsForm({ person, given, onClose }: Props & { given: Granted | undefined }) {
  const client = useQueryClient()
  const { form, field, values, change, errors, failure, isPending } = useContractForm({
    name: `grants ${person.id}`,
    hasDraft: false,
    initial: () => ({
      grants: given?.grants ?? [],
      until: toDay(given ? given.until * 1000 : Date.now() + 90 * dayMs),
    }),
    schema: grants.set.body,
    toBody: ({ grants: names, until }) => ({
      grants: names,
      ...(names.length > 0 && until ? { until: toEnd(until) } : {}),
    }),
    send: (body) => call(grantsApi.set, { params: { id: person.id }, body }),
    onSuccess: () => {
      toast.success(values.grants.length > 0 ? 'Moderation rights saved' : 'Moderation rights withdrawn', 4000)
      return invalidate(client, grantsApi.list)
    },
    onDone: onClose,
  })
  return (
    <FormDialog
      onClose={onClose}
      title="Moderation rights"
      description={`${person.name} · ${person.email}`}
      problem={failure && userMessage(failure, unknownFailure, { statuses: 'all' })}
      form={form}
      submitLabel="Save"
      isPending={isPending}
      pendingLabel="Saving..."
    >
      <p className="mb-3 text-soft">
        They stay a student: no users, no analytics, no settings, no seals, and no case of their own.
      </p>
      <fieldset className="space-y-2">
        <legend className="mb-1 font-medium">May handle</legend>
        {grantTexts.map(([name, label, hint]) => (
          <Checkbox
            key={name}
            label={label}
            hint={hint}
            checked={values.grants.includes(name)}
            onChange={(on) =>
              change({ grants: on ? [...values.grants, name] : values.grants.filter((other) => other !== name) })
            }
          />
        ))}
      </fieldset>
      {errors.grants && (
        <p role="alert" className="mt-1 text-small text-danger">
          {errors.grants}
        </p>
      )}
      <Field label="Until the end of" type="date" className="mt-4" {...field('until')} />
    </FormDialog>
  )
}
