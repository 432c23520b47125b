import { useQueryClient } from '@tanstack/react-query'
import { Ban, Flag, Link, Share, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { firstName } from '../../../shared/names.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { copyLink, shareLink } from '../../../shared/web/share-link.ts'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import type { MenuShell } from '../../../shared/web/ui/Menu.tsx'
import MenuPopup, { type MenuItem } from '../../../shared/web/ui/MenuPopup.tsx'
import { useMe } from '../../session/web/auth.tsx'
import { patchPost } from './cache.ts'
import type { Discussion } from './discussion.ts'
import { type ItemDialog, ItemDialogs } from './ItemDialogs.tsx'

const AskDialog = lazyPart(() => import('../../people/web/AskDialog.tsx'))

/** For the button on the card, which finds it with PostMenu.load(): not in the first load either. @public */
export const share = shareLink

type Props = MenuShell & {
  discussion: Discussion
  /** Further actions of this kind of post. */
  actions: readonly MenuItem[]
}

/** What can be done with a post: loaded with the popup, since few menus of a feed are opened. */
export default function PostMenu({ discussion, actions, ...shell }: Props) {
  const { post, link, report, reportTexts, remove } = discussion
  const { author, can, pending } = post
  const me = useMe()
  const client = useQueryClient()
  const [dialog, setDialog] = useState<ItemDialog | 'block'>()
  const close = () => setDialog(undefined)
  const sharing: readonly MenuItem[] = [
    { label: 'Copy link', icon: <Icon icon={Link} size={18} />, onSelect: () => void copyLink(link) },
    { label: 'Share', icon: <Icon icon={Share} size={18} />, onSelect: () => void shareLink(link) },
  ]
  const block: MenuItem = {
    label: `Block ${firstName(author.name)}`,
    icon: <Icon icon={Ban} size={18} />,
    onSelect: () => setDialog('block'),
  }
  const reporting: MenuItem = {
    label: 'Report post',
    icon: <Icon icon={Flag} size={18} />,
    onSelect: () => setDialog('report'),
  }
  const deletion: MenuItem = {
    label: 'Delete post',
    icon: <Icon icon={Trash2} size={18} />,
    danger: true,
    onSelect: () => setDialog('delete'),
  }
  const items = [
    ...actions,
    ...(pending ? [] : sharing),
    ...(author.id === null || author.id === me.id ? [] : [block]),
    ...(can.report && !pending ? [reporting] : []),
    ...(can.delete ? [deletion] : []),
  ]
  return (
    <>
      <MenuPopup {...shell} items={items} />
      {dialog === 'block' && author.id !== null ? (
        <Suspense>
          <AskDialog act="block" person={{ id: author.id, name: author.name }} onClose={close} />
        </Suspense>
      ) : (
        <ItemDialogs
          what="post"
          item={post}
          open={dialog === 'block' ? undefined : dialog}
          report={report}
          reportTexts={reportTexts}
          remove={remove}
          onGone={() => patchPost(client, discussion, () => undefined)}
          onClose={close}
        />
      )}
    </>
  )
}
