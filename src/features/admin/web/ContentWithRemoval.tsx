import RemoveDialog from '../../decisions/web/RemoveDialog.tsx'
import { ContentTab } from '../../moderation/web/ContentTab.tsx'

/** Content Management, with the dialog that removes an item with a statement of reasons. */
export default function ContentWithRemoval({ school }: { school: string }) {
  return <ContentTab school={school} RemoveDialog={RemoveDialog} />
}
