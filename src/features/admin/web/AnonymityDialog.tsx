import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call, invalidate } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { unknownFailure, userMessage } from '../../../shared/web/data/errors.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { RadioList } from '../../../shared/web/ui/RadioList.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { schoolsApi } from '../../schools/contract.gen.ts'
import { type Anonymity, AnonymityInput, schoolLimits } from '../../schools/contract.ts'
import { adminApi } from '../contract.gen.ts'
import { modeOptions } from './anonymity.ts'

type Props = { school: string; anonymity: Anonymity; onClose: () => void }

/** Requests another rule. A second site administrator confirms it. */
export default function AnonymityDialog({ school, anonymity, onClose }: Props) {
  const client = useQueryClient()
  const address = useRef('')
  const { form, field, values, change, failure, isPending } = useContractForm({
    name: `anonymity ${school}`,
    hasDraft: false,
    initial: () => ({
      who: anonymity.who,
      custodian: anonymity.custodian?.email ?? '',
      unmaskable_days: String(anonymity.unmaskable_days ?? ''),
    }),
    schema: AnonymityInput,
    fieldNames: { custodian_id: 'custodian' },
    toBody: ({ who, custodian, unmaskable_days: days }) => ({
      ...{ who, custodian_id: custodian.trim() ? toBeFound : null },
      unmaskable_days: days ? Number(days) : null,
    }),
    // The draft has the email address, the call takes the id.
    send: async (body) => {
      const custodian_id = body.custodian_id ? await findMember(school, address.current) : null
      return call(schoolsApi.changeAnonymity, { params: { id: school }, body: { ...body, custodian_id } })
    },
    onSuccess: () => {
      toast.success('Requested', 4000)
      return invalidate(client, schoolsApi)
    },
    onDone: onClose,
  })
  address.current = values.custodian
  return (
    <Dialog
      open
      onClose={onClose}
      layout="form"
      title="Who can open a seal?"
      description="Another site administrator confirms the change. Where there is no other, it applies after 24 hours."
      problem={
        failure &&
        userMessage(failure, failure instanceof UnknownMember ? failure.message : unknownFailure, { statuses: 'all' })
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form.id} pendingLabel={isPending && 'Working...'}>
            Request the change
          </Button>
        </>
      }
    >
      <form {...form}>
        <RadioList
          label="Who can open a seal?"
          labelClass="sr-only"
          className="space-y-2"
          options={modeOptions}
          value={values.who}
          onChange={(who) => change({ who })}
        />
        <Field
          label="Custodian’s email address"
          type="email"
          hint="A member of this school, who approves requests and has no other rights. Needed where a moderator and the custodian open seals."
          className="mt-4"
          {...field('custodian')}
        />
        <Field
          label="Days until no one can tell who wrote something"
          type="number"
          min={schoolLimits.minUnmaskableDays}
          max={schoolLimits.maxUnmaskableDays}
          inputMode="numeric"
          hint="From then on, not even authors can delete it, and no seal opens. Leave blank for no end. We recommend 365."
          className="mt-4"
          {...field('unmaskable_days')}
        />
        {isEnding(values.unmaskable_days, anonymity.unmaskable_days) && (
          <p className="mt-1.5 text-small font-medium text-danger">
            What is older ends minutes after the change applies, for good.
          </p>
        )}
      </form>
    </Dialog>
  )
}

/** Whether more would end than now. */
const isEnding = (days: string, current: number | null) => days !== '' && Number(days) < (current ?? Infinity)

/** Stands for the id of a member that is looked up before the request. */
const toBeFound = '00000000-0000-4000-8000-000000000000'

class UnknownMember extends Error {}

async function findMember(school: string, address: string): Promise<string> {
  const email = address.trim().toLowerCase()
  const { data } = await call(adminApi.users, { query: { search: email, school_id: school } })
  const member = data.data.find((user) => user.email.toLowerCase() === email)
  if (!member) throw new UnknownMember('No member of this school has this email address.')
  return member.id
}
