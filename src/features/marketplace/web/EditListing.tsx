import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { isConflict, userMessage } from '../../../shared/web/data/errors.ts'
import { useStoredState } from '../../../shared/web/draft-state.ts'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import type { Media } from '../../media/contract.ts'
import { marketplaceApi } from '../contract.gen.ts'
import { type Listing, ListingInput } from '../contract.ts'
import { ListingFormDialog, type ListingFormValues, toListingBody } from './ListingFormDialog.tsx'
import { loadListing, showChange } from './queries.ts'

/** Statuses whose message is meant for the seller. */
const explained = [400, 403, 404, 409]

/** Edits a listing. Only what was changed is sent, so that it does not undo what was changed elsewhere meanwhile. */
export default function EditListing({ listing, onClose }: { listing: Listing; onClose: () => void }) {
  const client = useQueryClient()
  const [original] = useState(listing)
  /** Undefined after a refusal: the seller has read that the listing changed, and saves again over its current version. */
  const version = useRef<number | undefined>(listing.version)
  const name = `edit listing ${listing.id}`
  const [pictures, setPictures, dropPictures] = useStoredState<Media[]>(`${name} pictures`, original.media)
  const { form, failure, isPending, isChanged, ...fields } = useContractForm({
    name,
    initial: () => toValues(original),
    schema: ListingInput,
    toBody: (values: ListingFormValues) => toListingBody(values, pictures),
    async send(body) {
      version.current ??= (await loadListing(client, listing.id)).data.version
      const changes = toChanges(original, version.current, body)
      return call(marketplaceApi.update, { params: { id: listing.id }, body: changes })
    },
    onSuccess({ data }) {
      showChange(client, data)
      void toast.success('Listing updated')
    },
    onDraftsSent: dropPictures,
    onDone: onClose,
    onError(error) {
      if (isConflict(error)) version.current = undefined
    },
  })
  return (
    <ListingFormDialog
      title="Edit listing"
      submitLabel="Save changes"
      form={form}
      fields={fields}
      pictures={pictures}
      onPictures={setPictures}
      problem={failure && userMessage(failure, 'Failed to update listing', { statuses: explained })}
      isPending={isPending}
      isUnchanged={!isChanged && toUrls(pictures) === toUrls(original.media)}
      onClose={onClose}
    />
  )
}

const toUrls = (media: readonly Media[]) => media.map(({ url }) => url).join()

const toValues = ({
  title,
  description,
  price,
  category,
  condition,
  kind,
  isbn,
  course,
}: Listing): ListingFormValues => ({
  title,
  description,
  price: String(price),
  category,
  condition,
  kind,
  isbn: isbn ?? '',
  course: course ?? '',
})

function toChanges<Body extends object>(original: Listing, version: number, body: Body) {
  const changed = Object.entries(body).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(original[field as keyof Listing] ?? ''),
  )
  return { ...(Object.fromEntries(changed) as Partial<Body>), version }
}
