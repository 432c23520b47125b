import { Fragment, Suspense } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { StallIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { LoadMore } from '../../../shared/web/ui/LoadMore.tsx'
import { NewItems } from '../../../shared/web/ui/NewItems.tsx'
import { Page } from '../../../shared/web/ui/Page.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { useCreateDialog } from '../../../shared/web/url-state.ts'
import { SponsoredItem } from '../../ads/web/SponsoredItem.tsx'
import { ItemFilter } from '../../people/web/ItemFilter.tsx'
import { LazySuggestedPeople } from '../../people/web/LazySuggestedPeople.tsx'
import { useMe } from '../../session/web/auth.tsx'
import { ListingCard } from './ListingCard.tsx'
import { emptyTabTexts } from './labels.ts'
import { MarketTools } from './MarketTools.tsx'
import { OwnTabs } from './OwnTabs.tsx'
import { toListings, useListings } from './queries.ts'
import { SaveSearch } from './SaveSearch.tsx'
import { type MarketView, useMarketView } from './url-state.ts'

const ListingForm = lazyPart(() => import('./ListingForm.tsx'))
const SavedSearches = lazyPart(() => import('./SavedSearches.tsx'))
const ListingDialog = lazyPart(() => import('./ListingDialog.tsx'))

/** The promoted card takes a whole row; what follows it fills the row before. */
const grid =
  'grid grid-flow-row-dense grid-cols-1 gap-x-3 gap-y-2 px-3 pt-3 phone:grid-cols-2 sm:grid-cols-3 desk:grid-cols-2 desk:gap-x-4 desk:p-0 wide:grid-cols-3 min-[90rem]:grid-cols-4 roomy:grid-cols-5'

/** Listings of students for students. */
export default function MarketplacePage() {
  const me = useMe()
  const view = useMarketView()
  const [isSelling, sell] = useCreateDialog()
  const all = useListings(view, { enabled: view.show === '' })
  const isEmpty = view.show === '' && all.isSuccess && all.listings.length === 0 && !view.isNarrowed
  return (
    <Page
      title="Marketplace"
      subtitle={me.school}
      create={{ label: 'Create Listing', onPress: () => sell(true), onIntent: ListingForm.preload }}
    >
      <MarketTools view={view} isEmpty={isEmpty} />
      {view.show === 'searches' ? (
        <Suspense>
          <SavedSearches />
        </Suspense>
      ) : (
        <Listings view={view} onSell={() => sell(true)} />
      )}
      <Suspense>
        {isSelling && <ListingForm onClose={() => sell(false)} onMade={(listing) => view.change({ listing })} />}
        {view.listing && (
          <ListingDialog key={view.listing} id={view.listing} onClose={() => view.change({ listing: undefined })} />
        )}
      </Suspense>
    </Page>
  )
}

function Listings({ view, onSell }: { view: MarketView; onSell: () => void }) {
  const list = useListings(view)
  return (
    <>
      {view.show === 'own' && <OwnTabs />}
      {view.show === '' && <SaveSearch view={view} />}
      <NewItems list={toListings(view)} noun="new listing" problem="Failed to load marketplace listings" />
      {list.isPending && <Skeletons />}
      {list.isError && (
        <ErrorState text="Failed to load marketplace listings" error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && list.listings.length === 0 && <Nothing view={view} onSell={onSell} />}
      <ul aria-label="Listings" className={grid}>
        {list.listings.map((listing, index) => (
          <Fragment key={listing.id}>
            <li>
              <ItemFilter
                place="marketplace"
                text={`${listing.title}\n${listing.description}`}
                author={listing.seller.id}
              >
                <ListingCard listing={listing} to={view.linkTo({ listing: listing.id })} />
              </ItemFilter>
            </li>
            <SponsoredItem index={index} className="col-span-full -mx-3 desk:mx-0" />
          </Fragment>
        ))}
      </ul>
      <LoadMore label="Load More Listings" list={list} />
    </>
  )
}

const Skeletons = () => (
  <div role="status" aria-label="Loading listings" className={grid}>
    {[1, 2, 3, 4, 5, 6].map((index) => (
      <div key={index}>
        <Skeleton className="aspect-[4/5] rounded-[14px]" />
        <Skeleton className="mt-2 h-5 w-1/2" />
        <Skeleton className="mt-1 mb-11 h-5 w-5/6" />
      </div>
    ))}
  </div>
)

function Nothing({ view, onSell }: { view: MarketView; onSell: () => void }) {
  if (view.isNarrowed) {
    return (
      <EmptyState
        illustration={<StallIllustration className="h-24 text-brand" />}
        title="No listings found"
        text="Try another search or remove a filter."
        action={<Button onClick={view.reset}>Clear filters</Button>}
      />
    )
  }
  if (view.show === 'own') {
    return (
      <EmptyState
        illustration={<StallIllustration className="h-24 text-brand" />}
        title="You have no listings"
        text={emptyTabTexts[view.tab]}
        action={
          <Button variant="primary" onClick={onSell}>
            Create Listing
          </Button>
        }
      />
    )
  }
  if (view.show === 'favorites') {
    return (
      <EmptyState
        illustration={<StallIllustration className="h-24 text-brand" />}
        title="No favorites yet"
        text="Tap the bookmark on a listing to save it here."
        action={<Button onClick={() => view.change({ show: '' })}>Browse listings</Button>}
      />
    )
  }
  return (
    <EmptyState
      illustration={<StallIllustration className="h-24 text-brand" />}
      title="Nothing for sale yet"
      text="Someone here wants your old lamp, textbook or bike."
      action={
        <Button variant="primary" onClick={onSell}>
          Create Listing
        </Button>
      }
      suggestions={<LazySuggestedPeople />}
    />
  )
}
