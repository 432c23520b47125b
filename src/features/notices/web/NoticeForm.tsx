import type { ReactNode } from 'react'
import { call } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { unknownFailure, userMessage } from '../../../shared/web/data/errors.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Checkbox } from '../../../shared/web/ui/Checkbox.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { Banner } from '../../../shared/web/ui/Panel.tsx'
import { RadioList } from '../../../shared/web/ui/RadioList.tsx'
import { noticeConcerns, noticeGrounds, noticesApi } from '../contract.gen.ts'
import { type Notice, notices } from '../contract.ts'
import { concernLabels, groundLabels } from './labels.ts'

const concerns = noticeConcerns.map((value) => ({ value, label: concernLabels[value] }))
const grounds = noticeGrounds.map((value) => ({ value, label: groundLabels[value] }))

type Values = {
  readonly concerns: Notice['concerns'] | undefined
  readonly ground: Notice['ground'] | undefined
  readonly link: string
  readonly text: string
  readonly law: string
  readonly signature: string
  readonly email: string
  readonly good_faith: boolean
}

const empty: Values = {
  ...{ concerns: undefined, ground: undefined, link: '', text: '', law: '' },
  ...{ signature: '', email: '', good_faith: false },
}

/** The form. Keeps no draft: others may use this device. */
export default function NoticeForm({ onSent }: { onSent: (answer: string) => void }) {
  const { form, field, choice, errors, failure, isPending } = useContractForm({
    name: 'notice',
    hasDraft: false, // others may use this device
    initial: () => empty,
    schema: notices.create.body,
    toBody: ({ good_faith, ...values }) => ({ ...values, good_faith: good_faith || undefined }),
    send: (body) => call(noticesApi.create, { body }),
    onDone: ({ message }) => onSent(message ?? ''),
  })
  const faith = choice('good_faith')
  return (
    <form {...form} className="mt-6 space-y-6">
      {failure && <Banner text={userMessage(failure, unknownFailure, { statuses: 'all' })} />}
      <Choice error={errors.ground}>
        <RadioList className="space-y-2" label="What is wrong?" options={grounds} {...choice('ground')} />
      </Choice>
      <Choice error={errors.concerns}>
        <RadioList className="space-y-1" label="Who is concerned?" options={concerns} {...choice('concerns')} />
      </Choice>
      <Field
        label="Link to it"
        hint="Copy the address of the page or of the picture, if you have it."
        inputMode="url"
        {...field('link')}
      />
      <Field
        label="Describe it"
        hint="Where it is, what it shows, and why it should go. Needed if you have no link."
        multiline
        {...field('text')}
      />
      <Field label="Rule or law (optional)" {...field('law')} />
      <Field
        label="Your email address"
        hint="We send a link to it, which confirms your notice and shows its state. Moderators of the school do not see it."
        type="email"
        autoComplete="email"
        {...field('email')}
      />
      <Field
        label="Your full name, as your signature"
        autoComplete="name"
        hint="Only the administrators of this site see it."
        {...field('signature')}
      />
      <Checkbox
        top
        label="I believe in good faith that what I write is true, and that I may act for the person concerned."
        checked={faith.value}
        onChange={faith.onChange}
        error={faith.error}
      />
      <Button type="submit" variant="primary" className="w-full" pendingLabel={isPending && 'Sending...'}>
        Send notice
      </Button>
      <p className="text-small text-soft">
        We never say whether something exists here: the answer is the same for every notice. Unconfirmed notices are
        deleted after 24 hours, closed ones after a year.
      </p>
    </form>
  )
}

/** A choice with its error, which a list of radio buttons does not show. */
const Choice = ({ error, children }: { error: string | undefined; children: ReactNode }) => (
  <div aria-invalid={error ? true : undefined}>
    {children}
    {error && (
      <p role="alert" className="mt-1 text-small font-medium text-danger">
        {error}
      </p>
    )}
  </div>
)
