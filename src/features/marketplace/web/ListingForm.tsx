import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { call } from '../../../shared/web/api.ts'
import { useDraftFields, useSessionState } from '../../../shared/web/draft.ts'
import { useSubmit } from '../../../shared/web/submit.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import type { Media } from '../../media/contract.ts'
import { PicturesField } from '../../media/web/PicturesField.tsx'
import { marketplaceApi } from '../contract.gen.ts'
import type { Category, Condition } from '../contract.ts'
import { categories, conditions } from './labels.ts'
import { invalidateListings } from './queries.ts'

type ListingFormValues = { title: string; description: string; price: string; category: Category; condition: Condition }
type ListingFieldErrors = Partial<Record<'title' | 'description' | 'price', string>>

const empty: ListingFormValues = { title: '', description: '', price: '', category: 'other', condition: 'good' }
const maxPictures = 5

/** Creates a listing. Keeps the draft until it is created. Shows failures in the form, not as a toast. */
export default function ListingForm({ onClose, onMade }: { onClose: () => void; onMade: (id: string) => void }) {
  const client = useQueryClient()
  const form = useId()
  const { fields, setFields } = useDraftFields<ListingFormValues>('listing', () => empty)
  const [pictures, setPictures, dropPictures] = useSessionState<Media[]>('listing', [])
  const [problems, setProblems] = useState<ListingFieldErrors>({})
  const offer = useSubmit({
    form: 'listing',
    drafts: ['listing'],
    send: (keyFor) => {
      const body = { ...fields, price: Number(fields.price), images: pictures.map(({ url }) => url) }
      return call(marketplaceApi.create, { body, idempotencyKey: keyFor(body) })
    },
    onSuccess: () => void invalidateListings(client),
    onDraftsSent: dropPictures,
    onDone: ({ data }) => {
      onClose()
      onMade(data.id)
    },
  })
  const change = (to: Partial<ListingFormValues>) => setFields({ ...fields, ...to })
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    const found = validateListing(fields)
    setProblems(found)
    if (Object.keys(found).length === 0) offer.submit()
  }
  const field = (name: keyof ListingFieldErrors) => ({
    value: fields[name],
    error: problems[name],
    onChange: (value: string) => change({ [name]: value }),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Create Listing"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form} pendingLabel={offer.isPending && 'Saving...'}>
            Create Listing
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="space-y-4 pt-1">
        <Field label="Title" maxLength={200} {...field('title')} />
        <Field label="Description" multiline maxLength={5000} {...field('description')} />
        <Field label="Price" inputMode="decimal" hint="Enter 0 to give it away free" {...field('price')} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label="Category"
            value={fields.category}
            options={categories}
            onChange={(category) => change({ category })}
          />
          <Select
            label="Condition"
            value={fields.condition}
            options={conditions}
            onChange={(condition) => change({ condition })}
          />
        </div>
        <PicturesField
          label="Photos"
          purpose="listing"
          max={maxPictures}
          pictures={pictures}
          onChange={setPictures}
          failure="Failed to upload images"
        />
      </form>
    </Dialog>
  )
}

function validateListing({ title, description, price }: ListingFormValues): ListingFieldErrors {
  return {
    ...(title.trim() ? {} : { title: 'Title is required' }),
    ...(description.trim() ? {} : { description: 'Description is required' }),
    ...(/^\d{1,7}(\.\d{1,2})?$/.test(price.trim())
      ? {}
      : { price: price.trim() ? 'Enter a price like 20 or 12.50' : 'Price is required' }),
  }
}
