import { useState } from 'react'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { ChipGroup } from '../../../shared/web/ui/Chip.tsx'
import { ChipSelect } from '../../../shared/web/ui/ChipSelect.tsx'
import { FilterSheet } from '../../../shared/web/ui/FilterSheet.tsx'
import { PageTools } from '../../../shared/web/ui/PageTools.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { wrongPrice } from '../contract.gen.ts'
import { categories, conditions, sorts } from './labels.ts'
import type { MarketView } from './url-state.ts'

const shown = [
  [false, 'All'],
  [true, 'Favorites'],
] as const

const categoryChips = [['', 'All categories'], ...categories] as const

/** All or Favorites, category, and in the filters condition, sort order and price range. */
export function MarketTools({ view }: { view: MarketView }) {
  const { condition, sort, min, max } = view
  const count = [condition, sort !== 'newest', min || max].filter(Boolean).length
  return (
    <PageTools
      search={{ label: 'Search listings', term: view.search, onSearch: (search) => view.change({ search }) }}
      end={
        <FilterSheet count={count} onClear={() => view.change({ condition: '', sort: 'newest', min: '', max: '' })}>
          <Select
            label="Condition"
            value={condition}
            options={[['', 'Any condition'], ...conditions]}
            onChange={(next) => view.change({ condition: next })}
          />
          <Select label="Sort" value={sort} options={sorts} onChange={(next) => view.change({ sort: next })} />
          <PriceRange key={`${min} ${max}`} view={view} />
        </FilterSheet>
      }
    >
      <ChipGroup
        label="Show"
        options={shown}
        value={view.favorites}
        onSelect={(favorites) => view.change({ favorites })}
        className="flex gap-2"
      />
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

/** Price range, applied on submit and with Enter. */
function PriceRange({ view }: { view: MarketView }) {
  const [min, setMin] = useState(view.min)
  const [max, setMax] = useState(view.max)
  const isChanged = min !== view.min || max !== view.max
  const bound = (label: string, value: string, set: (text: string) => void) => (
    <input
      aria-label={label}
      placeholder={label}
      inputMode="decimal"
      pattern="\d{1,9}([.]\d{1,2})?"
      title={wrongPrice}
      value={value}
      onChange={(event) => set(event.target.value.trim())}
      className="min-h-11 w-0 min-w-24 flex-1 rounded-control bg-sunken px-3.5 text-body invalid:text-danger desk:text-base"
    />
  )
  return (
    <form
      className="flex flex-wrap items-center gap-1.5"
      onSubmit={(event) => {
        event.preventDefault()
        view.change({ min, max })
      }}
    >
      {bound('Min price', min, setMin)}
      <span aria-hidden>–</span>
      {bound('Max price', max, setMax)}
      {isChanged && (
        <Button type="submit" variant="ghost">
          Apply
        </Button>
      )}
    </form>
  )
}
