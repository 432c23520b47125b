import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { useStoredState } from '../../../shared/web/draft-state.ts'
import { formatFailedPost } from '../../../shared/web/failed-post.tsx'
import { BigLine } from '../../../shared/web/ui/BigLine.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Chip, type ChipOption } from '../../../shared/web/ui/Chip.tsx'
import { ChipChoice, type UpToFive } from '../../../shared/web/ui/ChipChoice.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import type { Media } from '../../media/contract.ts'
import { PhotoRow } from '../../media/web/PhotoRow.tsx'
import { marketplaceApi } from '../contract.gen.ts'
import { type Category, type Condition, ListingInput, listingLimits } from '../contract.ts'
import { categories, conditions, useCurrencySymbol } from './labels.ts'
import { invalidateListings } from './queries.ts'

type ListingFormValues = {
  title: string
  description: string
  price: string
  category: Category | ''
  condition: Condition | ''
}

const empty: ListingFormValues = { title: '', description: '', price: '', category: '', condition: '' }

/** Creates a listing. Keeps the draft until it is created. Shows failures in the form, not as a toast. */
export default function ListingForm({ onClose, onMade }: { onClose: () => void; onMade: (id: string) => void }) {
  const client = useQueryClient()
  const [pictures, setPictures, dropPictures] = useStoredState<Media[]>('listing pictures', [])
  const symbol = useCurrencySymbol()
  const { form, field, choice, values, change, failure, isPending } = useContractForm({
    name: 'listing',
    initial: () => empty,
    schema: ListingInput,
    toBody: ({ price, category, condition, ...values }) => ({
      ...values,
      ...(category ? { category } : {}),
      ...(condition ? { condition } : {}),
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
  const isFree = values.price.trim() !== '' && Number(values.price) === 0
  return (
    <Dialog
      open
      layout="form"
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
        <PhotoRow
          label="Photos"
          purpose="listing"
          max={listingLimits.images}
          pictures={pictures}
          onChange={setPictures}
          failure="Failed to upload images"
        />
        <BigLine size="title" label="What are you selling?" {...field('title')} />
        <div className="flex items-end gap-3">
          <BigLine
            size="amount"
            label="Price"
            inputMode="decimal"
            placeholder={`${symbol}0`}
            className="flex-1"
            {...field('price')}
          />
          <Chip
            tone="brand"
            isPressed={isFree}
            onPress={() => change({ price: isFree ? '' : '0' })}
            className="mb-2 shrink-0"
          >
            Free
          </Chip>
        </div>
        <ChipChoice
          label="Category"
          options={categories as UpToFive<ChipOption<Category>>}
          {...(values.category ? {} : { hint: 'If you don’t choose: Other' })}
          {...choice('category')}
          value={values.category || undefined}
        />
        <ChipChoice
          label="Condition"
          options={conditions as UpToFive<ChipOption<Condition>>}
          {...(values.condition ? {} : { hint: 'If you don’t choose: Good' })}
          {...choice('condition')}
          value={values.condition || undefined}
        />
        <Field label="Description" multiline {...field('description')} />
      </form>
    </Dialog>
  )
}
