import { useQueryClient } from '@tanstack/react-query'
import { call, invalidate } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { userMessage } from '../../../shared/web/data/errors.ts'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { FormDialog } from '../../../shared/web/ui/FormDialog.tsx'
import { RadioList } from '../../../shared/web/ui/RadioList.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { listingSearchesApi, searchLimits } from '../searches-contract.gen.ts'
import { type Alert, type SavedSearch, type SearchFilters, SearchInput } from '../searches-contract.ts'
import { usePrice } from './labels.ts'
import { alertLabels, describeFilters } from './searches.ts'

type Props = {
  /** Absent: a new one. */
  search?: SavedSearch
  filters: SearchFilters
  onClose: () => void
}

/** Saves the filters of the list under a name, or changes the name and the alert. */
export default function SearchDialog({ search, filters, onClose }: Props) {
  const client = useQueryClient()
  const formatPrice = usePrice()
  const words = describeFilters(filters, formatPrice)
  const { form, field, choice, failure, isPending } = useContractForm({
    name: search ? `saved search ${search.id}` : `saved search ${JSON.stringify(filters)}`,
    initial: () => ({
      name: search?.name ?? [...words].slice(0, searchLimits.name).join(''),
      alert: (search?.alert ?? 'digest') as Alert,
    }),
    schema: SearchInput,
    toBody: (values) => ({ ...values, filters }),
    send: (body, idempotencyKey) =>
      search
        ? call(listingSearchesApi.update, { params: { id: search.id }, body: { name: body.name, alert: body.alert } })
        : call(listingSearchesApi.create, { body, idempotencyKey }),
    onSuccess: () => invalidate(client, listingSearchesApi),
    onDone: () => {
      onClose()
      void toast.success(search ? 'Saved search updated' : 'Search saved')
    },
  })
  const alert = choice('alert')
  return (
    <FormDialog
      onClose={onClose}
      title={search ? 'Edit saved search' : 'Save this search'}
      description={words}
      problem={failure && userMessage(failure, 'Failed to save the search', { statuses: [400, 404, 409] })}
      form={form}
      formClassName="space-y-5"
      submitLabel={search ? 'Save changes' : 'Save search'}
      isPending={isPending}
      pendingLabel="Saving..."
    >
      <Field label="Name" starred {...field('name')} />
      <RadioList
        label="When should we email you about new matches?"
        options={alertLabels.map(([value, label]) => ({ value, label }))}
        value={alert.value}
        onChange={alert.onChange}
      />
    </FormDialog>
  )
}
