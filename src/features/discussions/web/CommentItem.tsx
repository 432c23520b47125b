import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Flag, StickyNote, Trash2 } from 'lucide'
import { Suspense, useRef, useState } from 'react'
import { firstName } from '../../../shared/names.ts'
import { plural } from '../../../shared/plural.ts'
import { invalidate } from '../../../shared/web/api.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useLongPress } from '../../../shared/web/long-press.ts'
import { useRefreshWhenPublished } from '../../../shared/web/publication.ts'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { Menu } from '../../../shared/web/ui/Menu.tsx'
import type { MenuItem } from '../../../shared/web/ui/MenuPopup.tsx'
import { RichText } from '../../../shared/web/ui/RichText.tsx'
import { Time } from '../../../shared/web/ui/Time.tsx'
import { isAboutMe, toAboutMeItem } from '../../people/web/about-me.tsx'
import { AuthorName } from '../../people/web/Byline.tsx'
import { ItemFilter } from '../../people/web/ItemFilter.tsx'
import { useSafetyItems } from '../../people/web/safety.tsx'
import { useMe } from '../../session/web/auth.tsx'
import { CommentForm } from './CommentForm.tsx'
import { ContentNote } from './ContentNote.tsx'
import { patchComment, removeComment } from './comment-cache.ts'
import type { CardComment, Discussion } from './discussion.ts'
import { type ItemDialog, ItemDialogs } from './ItemDialogs.tsx'
import { LikeButton } from './LikeButton.tsx'

const NoteDialog = lazyPart(() => import('./NoteDialog.tsx'))

type Props = {
  comment: CardComment
  /** Every loaded comment of the post; replies are found in it. */
  all: readonly CardComment[]
  discussion: Discussion
  /** Replies to replies keep the same indentation: a phone has no room for more. */
  nested?: boolean
}

export function CommentItem({ comment, all, discussion, nested = false }: Props) {
  const { id, author, pending, is_liked, like_count, can } = comment
  const { toCommentLike, commentsKey, canReply, toasts, hides } = discussion
  const client = useQueryClient()
  const me = useMe()
  const [isReplying, setIsReplying] = useState(false)
  const [dialog, setDialog] = useState<ItemDialog | 'note'>()
  useRefreshWhenPublished(pending, commentsKey)
  const isOwn = comment.is_author ?? author.id === me.id
  const replies = all.filter(({ parent_id }) => parent_id === id)
  const [isUnfolded, setIsUnfolded] = useState(false)
  const row = useRef<HTMLDivElement>(null)
  const longPress = useLongPress(
    (target) => target.closest('[data-bubble]'),
    () => row.current?.querySelector<HTMLElement>('[aria-haspopup=menu]')?.click(),
  )
  const safetyItems = useSafetyItems({ kind: hides.comment, id }, author, () => removeComment(client, discussion, id))
  const items: readonly MenuItem[] = [
    ...(can.report && !pending ? safetyItems : []),
    ...(author.id === null && can.report && !pending && isAboutMe(comment.content, me)
      ? [toAboutMeItem((body) => discussion.reportComment(id, body))]
      : []),
    ...(can.report && !pending
      ? [{ label: 'Report comment', icon: <Icon icon={Flag} size={18} />, onSelect: () => setDialog('report') }]
      : []),
    ...(isOwn && !pending && author.id !== null
      ? [
          {
            label: comment.note ? 'Edit note' : 'Add a note',
            icon: <Icon icon={StickyNote} size={18} />,
            onSelect: () => setDialog('note'),
          },
        ]
      : []),
    ...(can.delete
      ? [
          {
            label: 'Delete comment',
            icon: <Icon icon={Trash2} size={18} />,
            danger: true,
            onSelect: () => setDialog('delete'),
          },
        ]
      : []),
  ]
  return (
    <li>
      <ItemFilter
        place={hides.comment === 'comment' ? 'comments' : 'groups'}
        text={comment.content}
        item={comment}
        author={author.id}
        isAuthor={comment.is_author ?? false}
      >
        <div ref={row} {...longPress} className="flex gap-2.5">
          <Avatar person={author} size={32} />
          <div className="min-w-0">
            <div data-bubble className="w-fit max-w-full rounded-card bg-sunken px-3.5 py-2">
              <AuthorName author={author} />
              <ContentNote note={comment.note} isOwn={isOwn}>
                <RichText text={comment.content} mentions={comment.mentions} className="wrap-anywhere" />
              </ContentNote>
            </div>
            <div className="flex flex-wrap items-center text-small text-faint">
              {pending && (
                <p className="px-3.5 py-1.5">Only you can see this for now. Others will see it within two minutes.</p>
              )}
              {!pending && toCommentLike && is_liked !== undefined && like_count !== undefined && (
                <LikeButton
                  what="comment"
                  item={{ id, is_liked, like_count }}
                  toCall={(wish) => toCommentLike(id, wish)}
                  text={comment.content}
                  link={discussion.link}
                  onSettle={(state) => patchComment(client, discussion, id, state)}
                  refetch={() => invalidate(client, commentsKey)}
                  failure={toasts?.like}
                />
              )}
              {!pending && canReply && (
                <button
                  type="button"
                  onClick={() => setIsReplying(!isReplying)}
                  aria-expanded={isReplying}
                  className="min-h-11 min-w-11 rounded-full px-2.5 font-medium hover:bg-sunken hover:text-ink"
                >
                  Reply
                </button>
              )}
              <Time at={comment.created_at} className={toCommentLike ? 'px-2.5' : 'pl-3.5'} />
              {items.length > 0 && (
                <Menu label={`Options for ${firstName(author.name)}’s comment`} items={items}>
                  <Icon icon={Ellipsis} size={18} />
                </Menu>
              )}
            </div>
          </div>
        </div>
      </ItemFilter>
      {(replies.length > 0 || isReplying) && (
        <ul className={`space-y-1 ${nested ? 'mt-1' : 'ml-4 border-l border-line pl-3 sm:ml-10 sm:pl-4'}`}>
          {isUnfolded || nested
            ? replies.map((reply) => (
                <CommentItem key={reply.id} comment={reply} all={all} discussion={discussion} nested />
              ))
            : replies.length > 0 && (
                <li>
                  <button
                    type="button"
                    onClick={() => setIsUnfolded(true)}
                    className="min-h-11 rounded-full px-2.5 text-small font-semibold text-brand hover:bg-sunken"
                  >
                    View {plural(countReplies(id, all), 'reply', 'replies')}
                  </button>
                </li>
              )}
          {isReplying && (
            <li>
              <CommentForm
                discussion={discussion}
                parent={comment}
                onDone={() => {
                  setIsReplying(false)
                  setIsUnfolded(true)
                }}
              />
            </li>
          )}
        </ul>
      )}
      <ItemDialogs
        what="comment"
        item={comment}
        open={dialog === 'note' ? undefined : dialog}
        report={(body) => discussion.reportComment(id, body)}
        remove={() => discussion.removeComment(id)}
        onGone={() => removeComment(client, discussion, id)}
        onClose={() => setDialog(undefined)}
      />
      {dialog === 'note' && (
        <Suspense>
          <NoteDialog
            item={comment}
            canHavePictures={false}
            send={(body) => discussion.setCommentNote(id, body)}
            onSaved={({ note }) => patchComment(client, discussion, id, { note })}
            onClose={() => setDialog(undefined)}
          />
        </Suspense>
      )}
    </li>
  )
}

/** The number of comments below one, at any depth. */
const countReplies = (id: string, all: readonly CardComment[]): number =>
  all.filter(({ parent_id }) => parent_id === id).reduce((count, reply) => count + 1 + countReplies(reply.id, all), 0)
