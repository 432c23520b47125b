import type { FormFields } from '../../../shared/web/data/contract-form.ts'
import { Checkbox } from '../../../shared/web/ui/Checkbox.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { eventLimits } from '../contract.gen.ts'
import type { Event } from '../contract.ts'
import { hasDetails } from './details.ts'
import type { EventFormValues } from './form.ts'
import { OrganizersField } from './OrganizersField.tsx'

type Props = Pick<FormFields<EventFormValues>, 'values' | 'field' | 'choice' | 'change'> & { event: Event | undefined }

const switches = [
  ['stepFree', 'Step-free access'],
  ['quietArea', 'Quiet area'],
  ['captions', 'Captions'],
] as const

const facts = [
  ['food', 'Food (optional)'],
  ['language', 'Language (optional)'],
  ['cost', 'Cost (optional)'],
] as const

/** Details that only attendees read, facts for all, and co-organizers. */
export function DetailFields({ event, values, field, choice, change }: Props) {
  return (
    <>
      {hasDetails(event) && (
        <>
          <Field
            label="Online link (optional)"
            inputMode="url"
            hint="Only people who are going see it"
            {...field('onlineLink')}
          />
          <Field label="Exact place (optional)" hint="Only people who are going see it" {...field('exactLocation')} />
        </>
      )}
      <div className="grid sm:grid-cols-3">
        {switches.map(([name, label]) => (
          <Checkbox
            key={name}
            label={label}
            checked={values[name]}
            onChange={(checked) => change({ [name]: checked })}
          />
        ))}
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        {facts.map(([name, label]) => (
          <Field key={name} label={label} {...field(name)} maxLength={eventLimits.fact} />
        ))}
      </div>
      {(event === undefined || event.can.choose_organizers) && <OrganizersField {...choice('organizers')} />}
    </>
  )
}
