import { useQueryClient } from '@tanstack/react-query'
import { call, invalidate } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { userMessage } from '../../../shared/web/data/errors.ts'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { FormDialog } from '../../../shared/web/ui/FormDialog.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { casePriorities } from '../case-contract.gen.ts'
import { templatesApi } from '../desk-contract.gen.ts'
import { type Template, TemplateInput } from '../desk-contract.ts'
import { priorityLabels } from './labels.ts'

const priorities = [
  ['', 'Every case'],
  ...casePriorities.map((priority) => [priority, priorityLabels[priority]] as const),
] as const

type Props = { school: string; template: Template | undefined; onClose: () => void }

/** Creates or changes a template. */
export default function TemplateDialog({ school, template, onClose }: Props) {
  const client = useQueryClient()
  const { form, field, choice, failure, isPending } = useContractForm({
    name: template ? `template ${template.id}` : 'template',
    hasDraft: !template,
    initial: () => ({
      title: template?.title ?? '',
      text: template?.text ?? '',
      priority: template?.priority ?? '',
    }),
    schema: TemplateInput,
    toBody: ({ priority, ...values }) => ({ ...values, priority: priority || null }),
    send: (body, idempotencyKey) =>
      template
        ? call(templatesApi.update, { params: { id: template.id }, body })
        : call(templatesApi.create, { query: { school_id: school || undefined }, body, idempotencyKey }),
    onSuccess: () => invalidate(client, templatesApi),
    onDone: onClose,
  })
  return (
    <FormDialog
      onClose={onClose}
      title={template ? 'Edit template' : 'New template'}
      problem={failure && userMessage(failure, 'Failed to save the template', { statuses: [409] })}
      form={form}
      formClassName="space-y-4"
      submitLabel="Save template"
      isPending={isPending}
      pendingLabel="Saving..."
    >
      <Field label="Title" {...field('title')} />
      <Field
        label="Text"
        multiline
        hint="{name} becomes the name, or “you” for an anonymous author; {rule} the rule; {until} the end of a suspension."
        {...field('text')}
      />
      <Select label="Offer first for" options={priorities} {...choice('priority')} />
    </FormDialog>
  )
}
