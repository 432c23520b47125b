import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { useStoredState } from '../../../shared/web/draft-state.ts'
import { formatFailedPost } from '../../../shared/web/failed-post.tsx'
import type { Media } from '../../media/contract.ts'
import { marketplaceApi } from '../contract.gen.ts'
import { ListingInput } from '../contract.ts'
import { ListingFormDialog, type ListingFormValues, toListingBody } from './ListingFormDialog.tsx'
import { invalidateListings } from './queries.ts'

const empty: ListingFormValues = {
  title: '',
  description: '',
  price: '',
  category: '',
  condition: '',
  kind: 'sale',
  isbn: '',
  course: '',
}

/** Creates a listing. Keeps the draft until it is created. Shows failures in the form, not as a toast. */
export default function ListingForm({ onClose, onMade }: { onClose: () => void; onMade: (id: string) => void }) {
  const client = useQueryClient()
  const [pictures, setPictures, dropPictures] = useStoredState<Media[]>('listing pictures', [])
  const { form, failure, isPending, ...fields } = useContractForm({
    name: 'listing',
    initial: () => empty,
    schema: ListingInput,
    toBody: (values: ListingFormValues) => toListingBody(values, pictures),
    send: (body, idempotencyKey) => call(marketplaceApi.create, { body, idempotencyKey }),
    onSuccess: () => void invalidateListings(client),
    onDraftsSent: dropPictures,
    onDone: ({ data }) => {
      onClose()
      onMade(data.id)
    },
  })
  return (
    <ListingFormDialog
      title="Create Listing"
      submitLabel="Create Listing"
      form={form}
      fields={fields}
      pictures={pictures}
      onPictures={setPictures}
      problem={formatFailedPost(failure)}
      isPending={isPending}
      onClose={onClose}
    />
  )
}
