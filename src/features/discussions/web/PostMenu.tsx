import { useQueryClient } from '@tanstack/react-query'
import { Ban, Flag, Link, Send, Share, StickyNote, Trash2 } from 'lucide'
import { Suspense, useState } from 'react'
import { firstName } from '../../../shared/names.ts'
import { shareAddress } from '../../../shared/share-kinds.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { copyLink, shareLink } from '../../../shared/web/share-link.ts'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import type { MenuShell } from '../../../shared/web/ui/Menu.tsx'
import MenuPopup, { type MenuItem } from '../../../shared/web/ui/MenuPopup.tsx'
import { isAboutMe, toAboutMeItem } from '../../people/web/about-me.tsx'
import { useSafetyItems } from '../../people/web/safety.tsx'
import { useMe } from '../../session/web/auth.tsx'
import { patchPost } from './cache.ts'
import type { Discussion } from './discussion.ts'
import { type ItemDialog, ItemDialogs } from './ItemDialogs.tsx'

const NoteDialog = lazyPart(() => import('./NoteDialog.tsx'))
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
  const { post, link, hides, report, reportTexts, remove } = discussion
  const { author, can, pending } = post
  const me = useMe()
  const client = useQueryClient()
  const [dialog, setDialog] = useState<ItemDialog | 'block' | 'note'>()
  const close = () => setDialog(undefined)
  const onGone = () => patchPost(client, discussion, () => undefined)
  const safetyItems = useSafetyItems({ kind: hides.post, id: post.id }, author, onGone)
  const sharing: readonly MenuItem[] = [
    { label: 'Copy link', icon: <Icon icon={Link} size={18} />, onSelect: () => void copyLink(link) },
    { label: 'Share', icon: <Icon icon={Share} size={18} />, onSelect: () => void shareLink(link) },
    {
      label: 'Send in a message',
      icon: <Icon icon={Send} size={18} />,
      to: shareAddress(hides.post === 'group_post' ? 'group_post' : 'post', post.id),
    },
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
  const isOwn = post.is_author ?? author.id === me.id
  const noting: MenuItem = {
    label: post.note === undefined && !post.sensitive ? 'Add a note' : 'Edit note',
    icon: <Icon icon={StickyNote} size={18} />,
    onSelect: () => setDialog('note'),
  }
  const items = [
    ...actions,
    ...(isOwn ? [noting] : []),
    ...(pending ? [] : sharing),
    ...(can.report && !pending ? safetyItems : []),
    ...(author.id === null || author.id === me.id ? [] : [block]),
    ...(author.id === null && can.report && !pending && isAboutMe(post.content, me) ? [toAboutMeItem(report)] : []),
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
      ) : dialog === 'note' ? (
        <Suspense>
          <NoteDialog
            item={post}
            canHavePictures
            send={discussion.setNote}
            onSaved={({ note, sensitive }) => patchPost(client, discussion, (shown) => ({ ...shown, note, sensitive }))}
            onClose={close}
          />
        </Suspense>
      ) : (
        <ItemDialogs
          what="post"
          item={post}
          open={dialog === 'block' ? undefined : dialog}
          report={report}
          reportTexts={reportTexts}
          remove={remove}
          onGone={onGone}
          onClose={close}
        />
      )}
    </>
  )
}
