import { useQueryClient } from '@tanstack/react-query'
import { Archive, Bookmark, BookmarkX, CircleCheck, Ellipsis, Flag, Pencil, RefreshCw, Send, Trash2 } from 'lucide'
import { Suspense, useState } from 'react'
import { shareAddress } from '../../../shared/share-kinds.ts'
import { call } from '../../../shared/web/api.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { ConfirmDialog } from '../../../shared/web/ui/ConfirmDialog.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { Menu } from '../../../shared/web/ui/Menu.tsx'
import type { MenuItem } from '../../../shared/web/ui/MenuPopup.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { LazyReportDialog } from '../../moderation/web/LazyReportDialog.tsx'
import { useSafetyItems } from '../../people/web/safety.tsx'
import { marketplaceApi } from '../contract.gen.ts'
import type { Listing } from '../contract.ts'
import { removeListing, useChangeState, useRenew } from './queries.ts'

const EditListing = lazyPart(() => import('./EditListing.tsx'))
const ReserveDialog = lazyPart(() => import('./ReserveDialog.tsx'))
const SoldDialog = lazyPart(() => import('./SoldDialog.tsx'))

type Action = 'edit' | 'reserve' | 'sell' | 'withdraw' | 'report' | 'delete'

type Props = {
  listing: Listing
  /** The buyer of the conversation in which the menu is. */
  buyerId?: string | undefined
  /** Called after the deletion. */
  onGone?: () => void
}

/** Report for other users; for the seller what the state of the listing allows. */
export function ListingMenu({ listing, buyerId, onGone }: Props) {
  const [open, setOpen] = useState<Action>()
  const close = () => setOpen(undefined)
  const change = useChangeState(listing.id)
  const renew = useRenew(listing.id)
  const release = () =>
    change.mutate(
      { state: 'available' },
      { onError: (error) => toast.failure(error, 'Failed to update listing', { statuses: [409] }) },
    )
  const { can } = listing
  const safetyItems = useSafetyItems({ kind: 'listing', id: listing.id }, listing.seller)
  const items: MenuItem[] = [
    ...(['available', 'reserved', 'sold'].includes(listing.state)
      ? [{ label: 'Send in a message', icon: <Icon icon={Send} size={18} />, to: shareAddress('listing', listing.id) }]
      : []),
    ...(can.edit ? [item('Edit', Pencil, () => setOpen('edit'))] : []),
    ...(can.reserve ? [item('Reserve', Bookmark, () => setOpen('reserve'))] : []),
    ...(can.release ? [item('End reservation', BookmarkX, release)] : []),
    ...(can.sell ? [item('Mark as sold', CircleCheck, () => setOpen('sell'))] : []),
    ...(can.renew ? [item('Renew', RefreshCw, () => renew.mutate())] : []),
    ...(can.withdraw ? [item('Withdraw', Archive, () => setOpen('withdraw'))] : []),
    ...(can.report ? safetyItems : []),
    ...(can.report ? [item('Report', Flag, () => setOpen('report'))] : []),
    ...(can.delete ? [{ ...item('Delete', Trash2, () => setOpen('delete')), danger: true }] : []),
  ]
  return (
    <>
      <Menu label={`Options for ${listing.title}`} items={items} className="-mr-3">
        <Icon icon={Ellipsis} />
      </Menu>
      <Suspense>
        {open === 'edit' && <EditListing listing={listing} onClose={close} />}
        {open === 'reserve' && <ReserveDialog listing={listing} buyerId={buyerId} onClose={close} />}
        {open === 'sell' && <SoldDialog listing={listing} buyerId={buyerId} onClose={close} />}
      </Suspense>
      {open === 'withdraw' && <WithdrawListing listing={listing} onClose={close} />}
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

const item = (label: string, icon: typeof Pencil, onSelect: () => void): MenuItem => ({
  label,
  icon: <Icon icon={icon} size={18} />,
  onSelect,
})

function WithdrawListing({ listing, onClose }: { listing: Listing; onClose: () => void }) {
  const change = useChangeState(listing.id)
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Withdraw listing"
      question={`Withdraw “${listing.title}”? Only you will see it. You can renew it for 180 days.`}
      confirmLabel="Withdraw"
      pendingLabel="Withdrawing..."
      onConfirm={() => change.mutate({ state: 'withdrawn' }, { onSuccess: onClose })}
      isPending={change.isPending}
      error={change.error ? 'Failed to update listing' : undefined}
    />
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
