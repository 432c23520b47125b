import { useState } from 'react'
import { ChipChoice } from '../../../shared/web/ui/ChipChoice.tsx'
import { defaultReservationHours } from '../contract.gen.ts'
import type { Listing } from '../contract.ts'
import { BuyerChoice } from './BuyerChoice.tsx'
import { StateDialog } from './StateDialog.tsx'

const lengths = [
  ['24', '1 day'],
  ['48', '2 days'],
  ['72', '3 days'],
  ['168', '1 week'],
] as const
type Hours = (typeof lengths)[number][0]

type Props = {
  listing: Listing
  /** The buyer who is chosen first. */
  buyerId?: string | undefined
  onClose: () => void
}

/** Reserves a listing for a buyer who asked about it. */
export default function ReserveDialog({ listing, buyerId = '', onClose }: Props) {
  const [buyer, setBuyer] = useState(buyerId)
  const [hours, setHours] = useState<Hours>(`${defaultReservationHours}`)
  return (
    <StateDialog
      listing={listing}
      title="Reserve"
      description={`“${listing.title}” stays in the list as reserved. Further buyers join a queue.`}
      submitLabel="Reserve"
      isIncomplete={buyer === ''}
      toChange={() => ({ state: 'reserved', for: buyer, until: Math.floor(Date.now() / 1000) + Number(hours) * 3600 })}
      success="Reserved"
      onClose={onClose}
    >
      <BuyerChoice id={listing.id} label="Reserve for" chosen={buyer} onChoose={setBuyer} />
      <ChipChoice label="For how long?" options={lengths} value={hours} onChange={setHours} />
    </StateDialog>
  )
}
