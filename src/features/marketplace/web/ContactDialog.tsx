import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { firstName } from '../../../shared/names.ts'
import { call, invalidate } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { isNotFound } from '../../../shared/web/data/errors.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { conversationsApi } from '../../messages/contract.gen.ts'
import { marketplaceApi } from '../contract.gen.ts'
import { type Listing, marketplace } from '../contract.ts'

/** Sends the first message to the seller and opens the conversation. Keeps the draft until it is sent. */
export default function ContactDialog({ listing, onClose }: { listing: Listing; onClose: () => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { form, field, failure, isPending } = useContractForm({
    name: `listing ${listing.id}`,
    initial: () => ({ message: `Hi ${firstName(listing.seller.name)}, is “${listing.title}” still available?` }),
    schema: marketplace.interest.body,
    toBody: (values) => values,
    send: (body, idempotencyKey) => call(marketplaceApi.interest, { params: { id: listing.id }, body, idempotencyKey }),
    onSuccess: () => invalidate(client, { below: conversationsApi.list }),
    onDone: ({ conversation_id }) => {
      onClose()
      void navigate(`/messages/${conversation_id}`)
    },
  })
  const isGone = isNotFound(failure)
  return (
    <Dialog
      open
      onClose={onClose}
      title="Contact Seller"
      description={`We’ll start a chat with ${listing.seller.name} about “${listing.title}”.`}
      problem={failure && (isGone ? 'This listing is no longer available.' : 'Failed to send message')}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={form.id} pendingLabel={isPending && 'Sending...'}>
            Send message
          </Button>
        </>
      }
    >
      <form {...form}>
        <Field label="Message" multiline {...field('message')} />
      </form>
    </Dialog>
  )
}
