import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { call } from '../../../shared/web/api.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { ConfirmDialog } from '../../../shared/web/ui/ConfirmDialog.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { ReportButton } from '../../moderation/web/ReportButton.tsx'
import { marketplaceApi } from '../contract.gen.ts'
import type { Listing } from '../contract.ts'
import { removeListing } from './queries.ts'

const ContactDialog = lazyPart(() => import('./ContactDialog.tsx'))

type Props = { listing: Listing; className?: string; onGone?: () => void }

/** 'Your listing' and delete for the seller, Contact Seller for other users. */
export function ListingActions({ listing, className = '', onGone }: Props) {
  const [open, setOpen] = useState<'contact' | 'delete'>()
  const close = () => setOpen(undefined)
  return (
    <div className={`flex min-h-11 items-center gap-1 ${className}`}>
      {listing.can.delete && (
        <>
          <span className="flex-1 text-small text-faint">Your listing</span>
          <IconButton label={`Delete ${listing.title}`} className="-mr-2.5" onClick={() => setOpen('delete')}>
            <Icon icon={Trash2} size={18} />
          </IconButton>
        </>
      )}
      {listing.can.contact && (
        <Button
          className="min-w-0 flex-1 px-1.5! text-small! whitespace-nowrap desk:text-base!"
          aria-label={`Contact Seller about ${listing.title}`}
          onClick={() => setOpen('contact')}
        >
          Contact Seller
        </Button>
      )}
      {listing.can.report && (
        <ReportButton
          label={`Report ${listing.title}`}
          className="-mr-2.5"
          what="listing"
          id={listing.id}
          text={listing.title}
          success="Report submitted successfully"
          report={(body) => call(marketplaceApi.report, { params: { id: listing.id }, body })}
        />
      )}
      {open === 'contact' && (
        <Suspense>
          <ContactDialog listing={listing} onClose={close} />
        </Suspense>
      )}
      {open === 'delete' && <DeleteListing listing={listing} onClose={close} onGone={onGone} />}
    </div>
  )
}

/** Confirms and deletes. After a failure the dialog stays open without a toast. */
function DeleteListing({
  listing,
  onClose,
  onGone,
}: {
  listing: Listing
  onClose: () => void
  onGone: Props['onGone'] | undefined
}) {
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
