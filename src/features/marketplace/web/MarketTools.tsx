import { useState } from 'react'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { ChipGroup } from '../../../shared/web/ui/Chip.tsx'
import { SearchBox } from '../../../shared/web/ui/SearchBox.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { wrongPrice } from '../contract.gen.ts'
import { categories, conditions, sorts } from './labels.ts'
import type { MarketView } from './url-state.ts'

const shown = [
  [false, 'All'],
  [true, 'Favorites'],
] as const

/** All or Favorites, category, condition, sort, price range and search. */
export function MarketTools({ view }: { view: MarketView }) {
  return (
    <div className="space-y-2 px-4 pb-4 desk:px-0">
      <div className="flex flex-wrap items-center gap-2">
        <ChipGroup
          label="Show"
          options={shown}
          value={view.favorites}
          onSelect={(favorites) => view.change({ favorites })}
        />
        <SearchBox
          label="Search listings"
          term={view.search}
          onSearch={(search) => view.change({ search })}
          className="min-w-36 flex-1"
        />
      </div>
      {/* One horizontally scrolling row on a phone, so that the listings begin on the first screen. It is `relative`: otherwise the screen reader labels would be positioned outside and widen the page. */}
      <div className="relative -mx-4 flex items-center gap-2 overflow-x-auto px-4 py-0.5 desk:mx-0 desk:flex-wrap desk:px-0 [&>*]:shrink-0">
        <Select
          labelHidden
          label="Category"
          value={view.category}
          options={[['', 'All categories'], ...categories]}
          onChange={(category) => view.change({ category })}
        />
        <Select
          labelHidden
          label="Condition"
          value={view.condition}
          options={[['', 'Any condition'], ...conditions]}
          onChange={(condition) => view.change({ condition })}
        />
        <Select labelHidden label="Sort" value={view.sort} options={sorts} onChange={(sort) => view.change({ sort })} />
        <PriceRange key={`${view.min} ${view.max}`} view={view} />
      </div>
    </div>
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
      className="min-h-11 w-26 rounded-full bg-sunken px-3.5 text-body invalid:text-danger desk:min-h-9 desk:text-base"
    />
  )
  return (
    <form
      className="flex items-center gap-1.5"
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
