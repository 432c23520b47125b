import { useQueryClient } from '@tanstack/react-query'
import { call, invalidateAdmin } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { userMessage } from '../../../shared/web/data/errors.ts'
import { Checkbox } from '../../../shared/web/ui/Checkbox.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { FormDialog } from '../../../shared/web/ui/FormDialog.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { schoolsApi } from '../contract.gen.ts'
import { type HelpLine, type School, schoolLimits, schools } from '../contract.ts'
import { confessionsOptions, requestOptions } from './labels.ts'

const separator = ','

/** 'Samaritans 116 123, day and night': what follows the first comma are the hours. */
function parseHelpLine(text: string): HelpLine {
  const [line = '', ...hours] = text.split(separator)
  return { line: line.trim(), hours: hours.join(separator).trim() }
}

const toLines = (text: string) => text.split('\n').filter((line) => line.trim())

/** What a school does for the safety of its students. */
export default function SchoolSafetyDialog({ school, onClose }: { school: School; onClose: () => void }) {
  const client = useQueryClient()
  const { form, field, choice, values, change, failure, isPending } = useContractForm({
    name: `safety of ${school.id}`,
    hasDraft: false,
    initial: () => ({
      default_requests: school.default_requests,
      confessions: school.confessions,
      minors: school.minors,
      help_lines: school.help_lines.map(({ line, hours }) => `${line}, ${hours}`).join('\n'),
      location_prefixes: school.location_prefixes.join('\n'),
      naming_check: school.naming_check,
    }),
    schema: schools.update.body,
    toBody: ({ help_lines, location_prefixes, ...rest }) => ({
      ...rest,
      help_lines: toLines(help_lines).map(parseHelpLine),
      location_prefixes: toLines(location_prefixes),
    }),
    send: (body) => call(schoolsApi.update, { params: { id: school.id }, body }),
    onSuccess: () => invalidateAdmin(client),
    onDone: () => {
      onClose()
      void toast.success('Safety of the school saved')
    },
  })
  return (
    <FormDialog
      onClose={onClose}
      title={`Safety at ${school.name}`}
      problem={failure && userMessage(failure, 'Failed to save', { statuses: [400, 404] })}
      form={form}
      formClassName="space-y-5"
      submitLabel="Save"
      isPending={isPending}
      pendingLabel="Saving..."
    >
      <Checkbox
        top
        label="Protect minors"
        hint="Students start with protective settings: only people they know write to them, nothing is pushed from 22:00 to 06:00, and they see no advertising."
        checked={values.minors}
        onChange={(minors) =>
          change({ minors, ...(minors && values.confessions === 'on' && { confessions: 'read_first' as const }) })
        }
      />
      <Select label="Messages without a request" options={requestOptions} {...choice('default_requests')} />
      <Select
        label="Confessions"
        options={values.minors ? confessionsOptions.filter(([mode]) => mode !== 'on') : confessionsOptions}
        {...choice('confessions')}
      />
      <Field
        label="Help lines"
        multiline
        hint={`One per line, up to ${schoolLimits.helpLines}: name and number, a comma, then the hours. Students see them when they write about a crisis.`}
        {...field('help_lines')}
      />
      <Checkbox
        top
        label="Check anonymous texts for names"
        hint="An anonymous text with the name of a student, a phone number, an email address or a place at the school asks its author first."
        checked={values.naming_check}
        onChange={(naming_check) => change({ naming_check })}
      />
      <Field
        label="Places at the school"
        multiline
        hint="One per line: how your rooms and halls begin, e.g. Room or Hall B. Only for the check of anonymous texts."
        {...field('location_prefixes')}
      />
    </FormDialog>
  )
}
