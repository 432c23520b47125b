import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Flag, Pencil, Pin, PinOff, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { call } from '../../../shared/web/api.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Menu } from '../../../shared/web/ui/Menu.tsx'
import type { GroupPost, groupPosts } from '../contract.ts'
import { patchGroupPost, usePin } from './queries.ts'

const ReportDialog = lazyPart(() => import('../../moderation/web/ReportDialog.tsx'))
const DeleteDialog = lazyPart(() => import('../../posts/web/DeleteDialog.tsx'))
const EditGroupPost = lazyPart(() => import('./EditGroupPost.tsx'))

const icon = { size: 18, strokeWidth: 1.75 }

/** Less frequent actions on a post, by the viewer's rights: author, group admin, or any user. */
export function GroupPostMenu({ post }: { post: GroupPost }) {
  const client = useQueryClient()
  const [open, setOpen] = useState<'edit' | 'delete' | 'report'>()
  const close = () => setOpen(undefined)
  const pin = usePin(post)
  const params = { gid: post.group_id, pid: post.id }
  const items = [
    ...(post.can.pin
      ? [
          {
            label: post.is_pinned ? 'Unpin post' : 'Pin post',
            icon: post.is_pinned ? <PinOff {...icon} /> : <Pin {...icon} />,
            onSelect: () => pin.mutate(),
          },
        ]
      : []),
    ...(post.can.edit ? [{ label: 'Edit post', icon: <Pencil {...icon} />, onSelect: () => setOpen('edit') }] : []),
    ...(post.can.delete
      ? [{ label: 'Delete post', icon: <Trash2 {...icon} />, danger: true, onSelect: () => setOpen('delete') }]
      : []),
    ...(post.can.report ? [{ label: 'Report post', icon: <Flag {...icon} />, onSelect: () => setOpen('report') }] : []),
  ]
  return (
    <>
      <Menu label="Post options" items={items} className="-mr-2">
        <Ellipsis size={20} strokeWidth={1.75} />
      </Menu>
      <Suspense>
        {open === 'edit' && <EditGroupPost post={post} onClose={close} />}
        {open === 'report' && (
          <ReportDialog
            what="post"
            id={post.id}
            text={post.content}
            success="Post reported successfully. Thank you for helping keep our community safe."
            failure="Failed to report post"
            report={(body) =>
              call<typeof groupPosts.report>('POST /api/groups/:gid/posts/:pid/report', { params, body })
            }
            onClose={close}
          />
        )}
        {open === 'delete' && (
          <DeleteDialog
            what="post"
            remove={() => call<typeof groupPosts.remove>('DELETE /api/groups/:gid/posts/:pid', { params })}
            onGone={() => patchGroupPost(client, post.id, () => undefined)}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}
