import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { useStoredState } from '../../../shared/web/draft.ts'
import { formatFailedPost } from '../../../shared/web/failed-post.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import type { Media } from '../../media/contract.ts'
import { PicturesField } from '../../media/web/PicturesField.tsx'
import { marketplaceApi } from '../contract.gen.ts'
import { type Category, type Condition, ListingInput, listingLimits } from '../contract.ts'
import { categories, conditions } from './labels.ts'
import { invalidateListings } from './queries.ts'

type ListingFormValues = { title: string; description: string; price: string; category: Category; condition: Condition }

const empty: ListingFormValues = { title: '', description: '', price: '', category: 'other', condition: 'good' }

/** Creates a listing. Keeps the draft until it is created. Shows failures in the form, not as a toast. */
export default function ListingForm({ onClose, onMade }: { onClose: () => void; onMade: (id: string) => void }) {
  const client = useQueryClient()
  const [pictures, setPictures, dropPictures] = useStoredState<Media[]>('listing pictures', [])
  const { form, field, choice, failure, isPending } = useContractForm({
    name: 'listing',
    initial: () => empty,
    schema: ListingInput,
    toBody: ({ price, ...values }) => ({
      ...values,
      price: price.trim() === '' ? undefined : /[^\d.-]/.test(price.trim()) ? Number.NaN : Number(price),
      images: pictures.map(({ url }) => url),
    }),
    send: (body, idempotencyKey) => call(marketplaceApi.create, { body, idempotencyKey }),
    onSuccess: () => void invalidateListings(client),
    onDraftsSent: dropPictures,
    onDone: ({ data }) => {
      onClose()
      onMade(data.id)
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Create Listing"
      problem={formatFailedPost(failure)}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form.id} pendingLabel={isPending && 'Saving...'}>
            Create Listing
          </Button>
        </>
      }
    >
      <form {...form} className="space-y-4 pt-1">
        <Field label="Title" {...field('title')} />
        <Field label="Description" multiline {...field('description')} />
        <Field label="Price" inputMode="decimal" hint="Enter 0 to give it away free" {...field('price')} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Select label="Category" options={categories} {...choice('category')} />
          <Select label="Condition" options={conditions} {...choice('condition')} />
        </div>
        <PicturesField
          label="Photos"
          purpose="listing"
          max={listingLimits.images}
          pictures={pictures}
          onChange={setPictures}
          failure="Failed to upload images"
        />
      </form>
    </Dialog>
  )
}
