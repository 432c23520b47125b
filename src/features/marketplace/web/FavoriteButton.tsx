import { Bookmark } from 'lucide-react'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import type { Listing } from '../contract.ts'
import { useFavorite } from './queries.ts'
import { useMarketView } from './url-state.ts'

/** Toggles a favorite. Offers to undo when the listing leaves the view. */
export function FavoriteButton({ listing, className = '' }: { listing: Listing; className?: string }) {
  const favorite = useFavorite(listing)
  const { favorites } = useMarketView()
  const press = async () => {
    const now = await favorite.mutateAsync().catch(() => undefined)
    if (favorites && now?.is_favorited === false) toast.undo('Removed from Favorites', favorite.mutate)
  }
  return (
    <button
      type="button"
      aria-pressed={listing.is_favorited}
      aria-label={`Save ${listing.title} to Favorites`}
      title="Save"
      disabled={favorite.isPending}
      onClick={() => void press()}
      className={`inline-flex size-11 shrink-0 items-center justify-center rounded-full text-soft transition-colors duration-150 hover:bg-sunken hover:text-ink aria-pressed:text-brick ${className}`}
    >
      <Icon icon={Bookmark} className={listing.is_favorited ? 'fill-current' : ''} />
    </button>
  )
}
