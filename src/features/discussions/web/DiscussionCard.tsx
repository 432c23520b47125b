import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis, MessageCircle, Share } from 'lucide'
import { type ComponentProps, type ReactNode, Suspense, useState } from 'react'
import { firstName } from '../../../shared/names.ts'
import { plural } from '../../../shared/plural.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { formatRelativeTime } from '../../../shared/web/time.ts'
import { CountButton } from '../../../shared/web/ui/CountButton.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { LazyMenu, type Menu, MenuFailed } from '../../../shared/web/ui/Menu.tsx'
import { RichText } from '../../../shared/web/ui/RichText.tsx'
import { Skeleton } from '../../../shared/web/ui/states.tsx'
import { Byline } from '../../people/web/Byline.tsx'
import { ContentNote } from './ContentNote.tsx'
import { patchCounts, reloadCounts, useLiveDiscussion } from './cache.ts'
import type { Discussion } from './discussion.ts'
import { doubleTapLike } from './double-tap.ts'
import { LikeButton } from './LikeButton.tsx'

const Comments = lazyPart(() => import('./Comments.tsx'))
const PostMenu = lazyPart(() => import('./PostMenu.tsx'), MenuFailed)

type Props = {
  discussion: Discussion
  /** Shown below the name. */
  note: string | undefined
  /** Shown above the author. */
  marks?: ReactNode
  /** Further actions of this kind of post, before those of all posts. */
  actions?: ComponentProps<typeof Menu>['items']
  /** On a page of its own: the comments are open, and below the post. */
  isAlone?: boolean
  /** Shown below the text: pictures, a poll. */
  children: ReactNode
}

/** One post of any scope with likes and comments. */
export function DiscussionCard({ discussion, note, marks, actions = [], isAlone = false, children }: Props) {
  const { post, toasts, link } = discussion
  const [isOpen, setIsOpen] = useState(isAlone)
  const client = useQueryClient()
  useLiveDiscussion(discussion)
  const isOwn = post.is_author ?? post.can.delete
  const name = `Post by ${post.author.name}`
  return (
    <article aria-label={name} className="card px-4.5 pt-3.5 pb-1">
      <h2 className="sr-only">{name}</h2>
      {marks}
      <header className="flex items-center gap-3">
        <Byline author={post.author} time={post.created_at} edited={post.edited_at} note={note} />
        <LazyMenu
          label={`Options for ${firstName(post.author.name)}’s post, ${formatRelativeTime(post.created_at)}`}
          className="-mr-2.5"
          preload={PostMenu.preload}
          popup={(shell) => <PostMenu {...shell} discussion={discussion} actions={actions} />}
        >
          <Icon icon={Ellipsis} />
        </LazyMenu>
      </header>
      <ContentNote note={post.note} isOwn={isOwn}>
        <div {...doubleTapLike}>
          <RichText text={post.content} mentions={post.mentions} className="mt-2 max-w-132 text-body wrap-anywhere" />
        </div>
        {children}
      </ContentNote>
      {post.pending ? (
        <p className="py-2 text-small text-faint">
          Only you can see this for now. Others will see it within two minutes.
        </p>
      ) : (
        <div className="-mx-2.5 flex flex-wrap items-center gap-1 pt-1">
          <LikeButton
            what="post"
            item={post}
            toCall={discussion.toLike}
            text={post.content}
            link={discussion.link}
            onSettle={(state) => patchCounts(client, discussion, () => state)}
            refetch={() => reloadCounts(client, discussion)}
            failure={toasts?.like}
          />
          <CountButton
            icon={MessageCircle}
            count={post.comment_count}
            word="Comment"
            label={`Comment, ${plural(post.comment_count, 'comment')}`}
            aria-expanded={isOpen}
            onPointerEnter={Comments.preload}
            onFocus={Comments.preload}
            onClick={() => setIsOpen(!isOpen)}
          />
          <IconButton
            label="Share post"
            className="ml-auto"
            onClick={() => void PostMenu.load().then(({ share }) => share(link), PostMenu.preload)}
          >
            <Icon icon={Share} />
          </IconButton>
        </div>
      )}
      {isOpen && (
        <Suspense fallback={<Skeleton className="my-3 h-12" />}>
          <Comments discussion={discussion} isInPage={isAlone} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </article>
  )
}
