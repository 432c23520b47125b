import LabelDialog from '../../decisions/web/LabelDialog.tsx'
import RemoveDialog from '../../decisions/web/RemoveDialog.tsx'
import { ContentTab } from '../../moderation/web/ContentTab.tsx'

/** Content Management, with the dialogs that remove or label an item with a statement of reasons. */
export default function ContentWithRemoval({ school, isGranted = false }: { school: string; isGranted?: boolean }) {
  return <ContentTab school={school} canReveal={!isGranted} RemoveDialog={RemoveDialog} LabelDialog={LabelDialog} />
}
