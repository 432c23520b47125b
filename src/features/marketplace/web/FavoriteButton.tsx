import { Bookmark } from 'lucide'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import type { Listing } from '../contract.ts'
import { useFavorite } from './queries.ts'
import { useMarketView } from './url-state.ts'

type Props = {
  listing: Listing
  /** A disc on the photo of a card, or a button with a text. */
  look: 'disc' | 'button'
}

/** Toggles a favorite. Offers to undo when the listing leaves the view. */
export function FavoriteButton({ listing, look }: Props) {
  const favorite = useFavorite(listing)
  const { show } = useMarketView()
  const press = async () => {
    const now = await favorite.mutateAsync().catch(() => undefined)
    if (show === 'favorites' && now?.is_favorited === false) toast.undo('Removed from Favorites', favorite.mutate)
  }
  const common = {
    'aria-label': `Save ${listing.title} to Favorites`,
    'aria-pressed': listing.is_favorited,
    disabled: favorite.isPending,
    onClick: () => void press(),
  }
  const icon = <Icon icon={Bookmark} size={18} className={listing.is_favorited ? 'fill-current' : ''} />
  if (look === 'button')
    return (
      <Button {...common} className="min-h-13 aria-pressed:text-brick disabled:opacity-100!">
        {icon}
        {listing.is_favorited ? 'Saved' : 'Save'}
      </Button>
    )
  return (
    <button
      type="button"
      title="Save"
      {...common}
      className="group/save centered size-11 rounded-full -outline-offset-4 aria-pressed:text-brick"
    >
      <span className="centered size-9 rounded-full bg-surface transition-colors group-hover/save:bg-sunken">
        {icon}
      </span>
    </button>
  )
}
