import { useId, useState } from 'react'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { ChipGroup } from '../../../shared/web/ui/Chip.tsx'
import { ChipSelect } from '../../../shared/web/ui/ChipSelect.tsx'
import { FilterSheet } from '../../../shared/web/ui/FilterSheet.tsx'
import { fieldClassName } from '../../../shared/web/ui/field-classes.ts'
import { PageTools } from '../../../shared/web/ui/PageTools.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { wrongPrice } from '../contract.gen.ts'
import { IsbnFilter } from './IsbnFilter.tsx'
import { categories, conditions, kinds, sorts } from './labels.ts'
import type { MarketView } from './url-state.ts'

const shown = [
  ['', 'All'],
  ['favorites', 'Favorites'],
  ['own', 'Your listings'],
  ['searches', 'Saved searches'],
] as const

const categoryChips = [['', 'All categories'], ...categories] as const

type Props = {
  view: MarketView
  /** Nothing is for sale: then there is nothing to search or filter. */
  isEmpty: boolean
}

/** All, Favorites or own listings, category, and in the filters condition, sort order and price range. */
export function MarketTools({ view, isEmpty }: Props) {
  const { condition, kind, isbn, sort, min, max } = view
  const count = [condition, kind, isbn, sort !== 'newest', min || max].filter(Boolean).length
  const show = (
    <ChipGroup
      label="Show"
      options={shown}
      value={view.show}
      onSelect={(next) => view.change({ show: next, tab: 'active' })}
      className="flex gap-2"
    />
  )
  if (isEmpty) return <PageTools>{show}</PageTools>
  return (
    <PageTools
      search={{ label: 'Search listings', term: view.search, onSearch: (search) => view.change({ search }) }}
      end={
        <FilterSheet
          count={count}
          onClear={() => view.change({ condition: '', kind: '', isbn: '', sort: 'newest', min: '', max: '' })}
        >
          <Select
            label="Condition"
            value={condition}
            options={[['', 'Any condition'], ...conditions]}
            onChange={(next) => view.change({ condition: next })}
          />
          <Select
            label="Kind"
            value={kind}
            options={[['', 'For sale and wanted'], ...kinds]}
            onChange={(next) => view.change({ kind: next })}
          />
          <IsbnFilter key={isbn} view={view} />
          <Select label="Sort" value={sort} options={sorts} onChange={(next) => view.change({ sort: next })} />
          <PriceRange key={`${min} ${max}`} view={view} />
        </FilterSheet>
      }
    >
      {show}
      <span className="h-6 border-l border-line" />
      <ChipSelect
        label="Category"
        options={categoryChips}
        value={view.category}
        onSelect={(category) => view.change({ category })}
      />
    </PageTools>
  )
}

const isAmount = (text: string) => text === '' || /^\d{1,9}([.]\d{1,2})?$/.test(text)

/** Price range, applied on submit and with Enter. A wrong range is marked, and says why. */
function PriceRange({ view }: { view: MarketView }) {
  const note = useId()
  const [min, setMin] = useState(view.min)
  const [max, setMax] = useState(view.max)
  const isChanged = min !== view.min || max !== view.max
  const isReversed = min !== '' && max !== '' && isAmount(min) && isAmount(max) && Number(min) > Number(max)
  const problem = !isAmount(min) || !isAmount(max) ? wrongPrice : isReversed && 'The minimum is above the maximum'
  const bound = (label: string, value: string, set: (text: string) => void) => (
    <input
      aria-label={label}
      placeholder={label}
      inputMode="decimal"
      value={value}
      aria-invalid={isReversed || !isAmount(value) || undefined}
      aria-describedby={problem ? note : undefined}
      onChange={(event) => set(event.target.value.trim())}
      className={`${fieldClassName} min-h-11 w-0 min-w-24 flex-1`}
    />
  )
  return (
    <form
      className="flex flex-wrap items-center gap-1.5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!problem) view.change({ min, max })
      }}
    >
      {bound('Min price', min, setMin)}
      <span aria-hidden>–</span>
      {bound('Max price', max, setMax)}
      {isChanged && !problem && (
        <Button type="submit" variant="ghost">
          Apply
        </Button>
      )}
      {problem && (
        <p id={note} role="alert" className="w-full text-small font-medium text-danger">
          {problem}
        </p>
      )}
    </form>
  )
}
