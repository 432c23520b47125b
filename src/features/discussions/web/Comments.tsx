import { useIsDesktop } from '../../../shared/web/media-query.ts'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { CommentForm } from './CommentForm.tsx'
import { CommentList } from './CommentList.tsx'
import type { Discussion } from './discussion.ts'

type Props = {
  discussion: Discussion
  /** The post has a page of its own: its comments are below it on a phone, too. */
  isInPage: boolean
  onClose: () => void
}

/** The comments of one post: below it on a desktop, in a sheet on a phone. */
export default function Comments({ discussion, isInPage, onClose }: Props) {
  const isDesktop = useIsDesktop()
  if (isDesktop || isInPage) {
    return (
      <div className="border-t border-line pt-3 pb-2">
        <CommentList discussion={discussion} />
        <CommentForm discussion={discussion} className="mt-3" />
      </div>
    )
  }
  return (
    <Dialog
      open
      layout="tall"
      onClose={onClose}
      title="Comments"
      actions={<CommentForm discussion={discussion} className="w-full" />}
    >
      <p dir="auto" className="mb-4 line-clamp-2 shrink-0 text-soft wrap-anywhere">
        <span className="font-semibold">{discussion.post.author.name}</span> {discussion.post.content}
      </p>
      <CommentList discussion={discussion} />
    </Dialog>
  )
}
