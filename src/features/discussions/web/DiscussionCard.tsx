import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Flag, MessageCircle, Trash2 } from 'lucide-react'
import { type ComponentProps, type ReactNode, Suspense, useId, useState } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { CountButton } from '../../../shared/web/ui/CountButton.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { Menu } from '../../../shared/web/ui/Menu.tsx'
import { RichText } from '../../../shared/web/ui/RichText.tsx'
import { Skeleton } from '../../../shared/web/ui/states.tsx'
import { Byline } from '../../people/web/Byline.tsx'
import { patchCounts, patchPost, reloadCounts, useLiveDiscussion } from './cache.ts'
import type { Discussion } from './discussion.ts'
import { type ItemDialog, ItemDialogs } from './ItemDialogs.tsx'
import { LikeButton } from './LikeButton.tsx'

const CommentList = lazyPart(() => import('./CommentList.tsx'))

type Props = {
  discussion: Discussion
  /** Shown beside the time. */
  note: string | undefined
  /** Shown above the author. */
  marks?: ReactNode
  /** Further actions of this kind of post, before Delete and Report. */
  actions?: ComponentProps<typeof Menu>['items']
  /** Opens the comments initially. */
  defaultOpen?: boolean
  /** Shown below the text: pictures, a poll. */
  children: ReactNode
}

/** One post of any scope with likes and comments. */
export function DiscussionCard({ discussion, note, marks, actions = [], defaultOpen = false, children }: Props) {
  const { post, toasts, reportTexts } = discussion
  const [isOpen, setIsOpen] = useState(defaultOpen)
  const [dialog, setDialog] = useState<ItemDialog>()
  const thread = useId()
  const client = useQueryClient()
  useLiveDiscussion(discussion)
  const items: typeof actions = [
    ...actions,
    ...(post.can.delete
      ? [
          {
            label: 'Delete post',
            icon: <Icon icon={Trash2} size={18} />,
            danger: true,
            onSelect: () => setDialog('delete'),
          },
        ]
      : []),
    ...(post.can.report && !post.pending
      ? [{ label: 'Report post', icon: <Icon icon={Flag} size={18} />, onSelect: () => setDialog('report') }]
      : []),
  ]
  return (
    <article aria-label={`Post by ${post.author.name}`} className="card px-4.5 pt-4 pb-2">
      {marks}
      <header className="flex items-center gap-3">
        <Byline author={post.author} time={post.created_at} note={note} />
        {items.length > 0 && (
          <Menu label="Post options" className="-mr-2" items={items}>
            <Icon icon={Ellipsis} />
          </Menu>
        )}
      </header>
      <RichText text={post.content} mentions={post.mentions} className="mt-3 max-w-132 text-body wrap-anywhere" />
      {children}
      {post.pending && (
        <p className="py-2 text-small text-faint">
          Only you can see this for now. Others will see it within two minutes.
        </p>
      )}
      <div className={`-ml-2 items-center gap-1 pt-2 ${post.pending ? 'hidden' : 'flex'}`}>
        <LikeButton
          what="post"
          item={post}
          send={discussion.like}
          onSettle={(state) => patchCounts(client, discussion, () => state)}
          refetch={() => reloadCounts(client, discussion)}
          failure={toasts?.like}
        />
        <CountButton
          icon={MessageCircle}
          count={post.comment_count}
          label={`${post.comment_count} ${post.comment_count === 1 ? 'comment' : 'comments'}`}
          aria-expanded={isOpen}
          aria-controls={thread}
          onPointerEnter={CommentList.preload}
          onFocus={CommentList.preload}
          onClick={() => setIsOpen(!isOpen)}
        />
      </div>
      <div id={thread} className={isOpen ? 'pb-2' : undefined}>
        {isOpen && (
          <Suspense fallback={<Skeleton className="mt-3 mb-3 h-12" />}>
            <CommentList discussion={discussion} />
          </Suspense>
        )}
      </div>
      <ItemDialogs
        what="post"
        item={post}
        open={dialog}
        report={discussion.report}
        reportTexts={reportTexts}
        remove={discussion.remove}
        onGone={() => patchPost(client, discussion, () => undefined)}
        onClose={() => setDialog(undefined)}
      />
    </article>
  )
}
