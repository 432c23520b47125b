import type { ComponentProps, ReactNode } from 'react'
import type { FormFields } from '../../../shared/web/data/contract-form.ts'
import { BigLine } from '../../../shared/web/ui/BigLine.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Chip, type ChipOption } from '../../../shared/web/ui/Chip.tsx'
import { ChipChoice, type UpToFive } from '../../../shared/web/ui/ChipChoice.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { MoreOptions } from '../../../shared/web/ui/MoreOptions.tsx'
import type { Media } from '../../media/contract.ts'
import { PhotoRow } from '../../media/web/PhotoRow.tsx'
import { listingLimits } from '../contract.gen.ts'
import type { Category, Condition, ListingKind } from '../contract.ts'
import { contactWarning, hasContact, hasScamPhrase, scamWarning } from '../text-checks.ts'
import { categories, conditions, findLabel, kinds, useCurrencySymbol } from './labels.ts'

export type ListingFormValues = {
  title: string
  description: string
  price: string
  category: Category | ''
  condition: Condition | ''
  kind: ListingKind
  isbn: string
  course: string
}

/** The body of the contract. What is not a price is left to its message. */
export const toListingBody = (
  { price, category, condition, ...values }: ListingFormValues,
  pictures: readonly Media[],
) => ({
  ...values,
  ...(category ? { category } : {}),
  ...(condition ? { condition } : {}),
  price: price.trim() === '' ? undefined : /[^\d.-]/.test(price.trim()) ? Number.NaN : Number(price),
  images: pictures.map(({ url }) => url),
})

type Props = {
  title: string
  submitLabel: string
  form: ComponentProps<'form'> & { id: string }
  fields: FormFields<ListingFormValues>
  pictures: readonly Media[]
  onPictures: (pictures: Media[]) => void
  problem: ReactNode
  isPending: boolean
  isUnchanged?: boolean
  onClose: () => void
}

/** The dialog in which a listing is written or edited. */
export function ListingFormDialog({
  title,
  submitLabel,
  form,
  fields,
  pictures,
  onPictures,
  problem,
  ...state
}: Props) {
  const { isPending, isUnchanged = false, onClose } = state
  const { field, choice, values, errors, change } = fields
  const symbol = useCurrencySymbol()
  const words = `${values.title} ${values.description}`
  const isFree = values.price.trim() !== '' && Number(values.price) === 0
  return (
    <Dialog
      open
      layout="form"
      onClose={onClose}
      title={title}
      problem={problem}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            form={form.id}
            disabled={isUnchanged}
            pendingLabel={isPending && 'Saving...'}
          >
            {submitLabel}
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
          onChange={onPictures}
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
        <p role="status" className="text-small font-medium text-soft empty:hidden">
          {[hasContact(words) && contactWarning, hasScamPhrase(words) && scamWarning].filter(Boolean).join(' ')}
        </p>
        <MoreOptions
          summary={[findLabel(kinds, values.kind), values.isbn && `ISBN ${values.isbn}`, values.course]
            .filter(Boolean)
            .join(' · ')}
          open={Boolean(errors.isbn ?? errors.course)}
        >
          <ChipChoice label="Kind" options={kinds as UpToFive<ChipOption<ListingKind>>} {...choice('kind')} />
          <Field label="ISBN" hint="Of a book, with 10 or 13 digits" {...field('isbn')} />
          <Field label="Course" hint="In which it is used" {...field('course')} />
        </MoreOptions>
      </form>
    </Dialog>
  )
}
