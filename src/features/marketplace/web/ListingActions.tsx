import { Suspense, useState } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { listingSold } from '../contract.gen.ts'
import type { Listing } from '../contract.ts'
import { ListingMenu } from './ListingMenu.tsx'

const ContactDialog = lazyPart(() => import('./ContactDialog.tsx'))

/** Below a card: 'Your listing' for the seller, Contact Seller for other users, and the menu. */
export const ListingActions = ({ listing }: { listing: Listing }) => (
  <div className="flex min-h-11 flex-wrap items-center gap-1 *:last:ml-auto">
    {listing.can.contact ? (
      <ContactSeller listing={listing} look="text" />
    ) : (
      <span className="text-small text-faint">{listing.can.delete ? 'Your listing' : listingSold}</span>
    )}
    <ListingMenu listing={listing} />
  </div>
)

/** Opens the dialog that writes to the seller. */
export function ContactSeller({ listing, look }: { listing: Listing; look: 'text' | 'primary' }) {
  const [isOpen, setIsOpen] = useState(false)
  const common = {
    'aria-label': `Contact Seller about ${listing.title}`,
    onPointerEnter: ContactDialog.preload,
    onClick: () => setIsOpen(true),
  }
  return (
    <>
      {look === 'primary' ? (
        <Button variant="primary" className="min-h-13 max-desk:flex-1" {...common}>
          Contact Seller
        </Button>
      ) : (
        <button
          type="button"
          className="min-h-11 rounded-control text-left text-small font-semibold text-brand hover:underline"
          {...common}
        >
          Contact Seller
        </button>
      )}
      {isOpen && (
        <Suspense>
          <ContactDialog listing={listing} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
