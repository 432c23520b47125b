import { useState } from 'react'
import type { Listing } from '../contract.ts'
import { BuyerChoice } from './BuyerChoice.tsx'
import { StateDialog } from './StateDialog.tsx'

type Props = {
  listing: Listing
  /** The buyer who is chosen first. By default the one with the reservation. */
  buyerId?: string | undefined
  onClose: () => void
}

/** Marks a listing as sold, if the seller wishes to a buyer who asked about it. */
export default function SoldDialog({ listing, buyerId, onClose }: Props) {
  const [buyer, setBuyer] = useState(buyerId ?? listing.reserved_for?.id ?? '')
  return (
    <StateDialog
      listing={listing}
      title="Mark as sold"
      description={`Everyone else who asked about “${listing.title}” will read that it has been sold.`}
      submitLabel="Mark as sold"
      toChange={() => ({ state: 'sold', ...(buyer ? { for: buyer } : {}) })}
      success="Marked as sold"
      onClose={onClose}
    >
      <BuyerChoice
        id={listing.id}
        label="Who bought it?"
        otherwise="Someone else, or I don’t want to say"
        chosen={buyer}
        onChoose={setBuyer}
      />
    </StateDialog>
  )
}
