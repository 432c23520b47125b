import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Flag, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { call } from '../../../shared/web/api.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { ConfirmDialog } from '../../../shared/web/ui/ConfirmDialog.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { Menu } from '../../../shared/web/ui/Menu.tsx'
import type { MenuItem } from '../../../shared/web/ui/MenuPopup.tsx'
import { LazyReportDialog } from '../../moderation/web/LazyReportDialog.tsx'
import { marketplaceApi } from '../contract.gen.ts'
import type { Listing } from '../contract.ts'
import { removeListing } from './queries.ts'

const ContactDialog = lazyPart(() => import('./ContactDialog.tsx'))

/** Below a card: 'Your listing' for the seller, Contact Seller for other users, and the menu. */
export const ListingActions = ({ listing }: { listing: Listing }) => (
  <div className="flex min-h-11 items-center justify-between gap-1">
    {listing.can.contact ? (
      <ContactSeller listing={listing} look="text" />
    ) : (
      <span className="text-small text-faint">Your listing</span>
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

/** Report for other users, Delete for the seller. `onGone` is called after the deletion. */
export function ListingMenu({ listing, onGone }: { listing: Listing; onGone?: () => void }) {
  const [open, setOpen] = useState<'report' | 'delete'>()
  const close = () => setOpen(undefined)
  const items: MenuItem[] = [
    ...(listing.can.report
      ? [{ label: 'Report', icon: <Icon icon={Flag} size={18} />, onSelect: () => setOpen('report') }]
      : []),
    ...(listing.can.delete
      ? [{ label: 'Delete', icon: <Icon icon={Trash2} size={18} />, danger: true, onSelect: () => setOpen('delete') }]
      : []),
  ]
  return (
    <>
      <Menu label={`Options for ${listing.title}`} items={items} className="-mr-3">
        <Icon icon={Ellipsis} />
      </Menu>
      {open === 'report' && (
        <LazyReportDialog
          what="listing"
          id={listing.id}
          text={listing.title}
          success="Report submitted successfully"
          report={(body) => call(marketplaceApi.report, { params: { id: listing.id }, body })}
          onClose={close}
        />
      )}
      {open === 'delete' && <DeleteListing listing={listing} onClose={close} onGone={onGone} />}
    </>
  )
}

type DeleteProps = { listing: Listing; onClose: () => void; onGone: (() => void) | undefined }

/** Confirms and deletes. After a failure the dialog stays open without a toast. */
function DeleteListing({ listing, onClose, onGone }: DeleteProps) {
  const client = useQueryClient()
  const remove = useLockedMutation({
    mutationFn: () => call(marketplaceApi.remove, { params: { id: listing.id } }),
    onSuccess: () => {
      removeListing(client, listing.id)
      onClose()
      onGone?.()
    },
  })
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Delete listing"
      question={`Delete “${listing.title}”? You can’t undo this.`}
      confirmLabel="Delete listing"
      onConfirm={() => remove.mutate()}
      isPending={remove.isPending}
    />
  )
}
