import { ListingStrip } from '../../features/marketplace/web/ListingStrip.tsx'
import { MessagesPage } from '../../features/messages/web/MessagesPage.tsx'

/** The messages, with the listing of a chat about one. */
export default function MessagesWithListings() {
  return <MessagesPage ListingStrip={ListingStrip} />
}
