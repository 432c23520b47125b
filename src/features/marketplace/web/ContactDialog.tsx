import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { firstName } from '../../../shared/names.ts'
import { call, invalidate } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { isConflict, userMessage } from '../../../shared/web/data/errors.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Chip } from '../../../shared/web/ui/Chip.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { conversationsApi } from '../../messages/conversation-contract.gen.ts'
import { listingGone, marketplaceApi } from '../contract.gen.ts'
import { type Listing, marketplace } from '../contract.ts'
import { usePrice } from './labels.ts'
import { invalidateListings } from './queries.ts'
import { suggestOffer } from './suggest-offer.ts'

/** Sends the first message to the seller and opens the conversation. Keeps the draft until it is sent. */
export default function ContactDialog({ listing, onClose }: { listing: Listing; onClose: () => void }) {
  const client = useQueryClient()
  const first = `Hi ${firstName(listing.seller.name)}, is “${listing.title}” still available?`
  const navigate = useNavigate()
  const formatPrice = usePrice()
  const { form, field, values, change, failure, isPending } = useContractForm({
    name: `listing ${listing.id}`,
    initial: () => ({ message: first }),
    schema: marketplace.interest.body,
    toBody: (values) => values,
    send: (body, idempotencyKey) => call(marketplaceApi.interest, { params: { id: listing.id }, body, idempotencyKey }),
    onSuccess: () => invalidate(client, { below: conversationsApi.list }),
    onDone: ({ conversation_id }) => {
      onClose()
      void navigate(`/messages/${conversation_id}`)
    },
  })
  /** The new state is shown only now: it ends the button that opened the dialog. */
  const close = () => {
    if (isConflict(failure)) void invalidateListings(client)
    onClose()
  }
  const offer = suggestOffer(listing.price)
  const starters = [
    'Is it still available?',
    'Can I pick it up today?',
    ...(offer === undefined ? [] : [`Would you take ${formatPrice(offer)}?`]),
  ]
  /** Replaces what was suggested, and follows what was typed. */
  const suggest = (starter: string) => {
    const typed = values.message.trim()
    const isSuggested = typed === '' || typed === first || starters.includes(typed)
    change({ message: isSuggested ? starter : `${typed}\n${starter}` })
  }
  return (
    <Dialog
      open
      onClose={close}
      title="Contact Seller"
      description={`We’ll start a chat with ${listing.seller.name} about “${listing.title}”.${
        listing.state === 'reserved' ? ' It is reserved: you join the queue of buyers.' : ''
      }`}
      problem={
        failure && userMessage(failure, 'Failed to send message', { statuses: [409], texts: { 404: listingGone } })
      }
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" type="submit" form={form.id} pendingLabel={isPending && 'Sending...'}>
            Send message
          </Button>
        </>
      }
    >
      <form {...form}>
        <ul aria-label="Suggestions" className="mb-3 flex flex-wrap gap-2">
          {starters.map((starter) => (
            <li key={starter}>
              <Chip tone="brand" isPressed={values.message === starter} onPress={() => suggest(starter)} className="">
                {starter}
              </Chip>
            </li>
          ))}
        </ul>
        <Field label="Message" multiline {...field('message')} />
      </form>
    </Dialog>
  )
}
