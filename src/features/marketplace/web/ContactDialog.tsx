import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { firstName } from '../../../shared/names.ts'
import { ApiError, call, invalidate } from '../../../shared/web/api.ts'
import { useDraft } from '../../../shared/web/draft.ts'
import { useSubmit } from '../../../shared/web/submit.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { conversationsApi } from '../../messages/contract.gen.ts'
import { marketplaceApi } from '../contract.gen.ts'
import type { Listing } from '../contract.ts'

/** Sends the first message to the seller and opens the conversation. Keeps the draft until it is sent. */
export default function ContactDialog({ listing, onClose }: { listing: Listing; onClose: () => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [draft, keep] = useDraft(`listing ${listing.id}`)
  const [text, setText] = useState(
    draft || `Hi ${firstName(listing.seller.name)}, is “${listing.title}” still available?`,
  )
  const send = useSubmit({
    form: `listing ${listing.id}`,
    drafts: [`listing ${listing.id}`],
    send: (keyFor) => {
      const body = { message: text }
      const params = { id: listing.id }
      return call(marketplaceApi.interest, {
        params,
        body,
        idempotencyKey: keyFor(body),
      })
    },
    onSuccess: () => invalidate(client, { below: conversationsApi.list }),
    onDone: ({ conversation_id }) => {
      onClose()
      void navigate(`/messages/${conversation_id}`)
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Contact Seller"
      description={`We’ll start a chat with ${listing.seller.name} about “${listing.title}”.`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" pendingLabel={send.isPending && 'Sending...'} onClick={() => send.submit()}>
            Send message
          </Button>
        </>
      }
    >
      <Field
        label="Message"
        multiline
        maxLength={5000}
        value={text}
        onChange={(next) => {
          setText(next)
          keep(next)
        }}
        error={
          send.isError
            ? send.error instanceof ApiError && send.error.status === 404
              ? 'This listing is no longer available.'
              : 'Failed to send message'
            : undefined
        }
      />
    </Dialog>
  )
}
