import { Bookmark } from 'lucide-react'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
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
    <IconButton
      label={`Save ${listing.title} to Favorites`}
      title="Save"
      aria-pressed={listing.is_favorited}
      disabled={favorite.isPending}
      onClick={() => void press()}
      className={`aria-pressed:text-brick disabled:opacity-100! ${className}`}
    >
      <Icon icon={Bookmark} className={listing.is_favorited ? 'fill-current' : ''} />
    </IconButton>
  )
}
