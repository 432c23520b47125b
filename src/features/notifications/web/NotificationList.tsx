import { type ComponentType, Suspense } from 'react'
import { Link } from 'react-router'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { buttonClassName } from '../../../shared/web/ui/Button.tsx'
import { LawnIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { LazySuggestedPeople } from '../../people/web/LazySuggestedPeople.tsx'
import { NotificationRow } from './NotificationRow.tsx'
import { useMarkRead, type useNotifications } from './notifications.ts'
import { type NotificationEntry, toSections } from './sections.ts'

const FriendAnswers = lazyPart(() => import('./FriendAnswers.tsx'))

export type NotificationParts = {
  /** Accept and Decline for an invitation to a group, which a higher feature provides. */
  InvitationAnswer: ComponentType<{ groupId: string; onAnswer: () => void }>
}

type Props = NotificationParts & {
  list: ReturnType<typeof useNotifications>
  /** When the user follows a notification. */
  onOpen?: () => void
}

/** Notifications in sections by time, in each of their states. */
export function NotificationList({ list, InvitationAnswer, onOpen }: Props) {
  const mark = useMarkRead()
  const read = ({ is_read, ids }: NotificationEntry) => {
    if (!is_read) for (const id of ids) mark.mutate(id)
  }
  return (
    <>
      {list.isPending && (
        <div role="status" aria-label="Loading notifications" className="card divide-y divide-line">
          {[1, 2, 3, 4, 5, 6].map((row) => (
            <div key={row} className="flex min-h-18 items-center gap-3 px-4.5 py-3">
              <Skeleton className="size-11 shrink-0 rounded-full" />
              <div className="flex-1 space-y-2">
                <Skeleton className="h-4 w-3/4" />
                <Skeleton className="h-3 w-1/2" />
              </div>
            </div>
          ))}
        </div>
      )}
      {list.isError && (
        <ErrorState
          text="We couldn’t load your notifications."
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isSuccess && list.notifications.length === 0 && (
        <EmptyState
          illustration={<LawnIllustration />}
          title="You’re all caught up"
          text="Comments, likes, replies and invites will show up here."
          action={
            <Link to="/settings#notifications" className={buttonClassName('secondary')}>
              Notification settings
            </Link>
          }
          suggestions={<LazySuggestedPeople />}
        />
      )}
      {toSections(list.notifications).map(({ title, rows }) => (
        <section key={title} aria-label={title} className="mb-5">
          <h2 className="px-4 pb-2 text-card desk:px-0">{title}</h2>
          <ul className="card divide-y divide-line overflow-hidden">
            {rows.map((row) => (
              <li key={row.ids.join()}>
                <NotificationRow
                  notification={row}
                  onOpen={() => {
                    read(row)
                    onOpen?.()
                  }}
                  answer={
                    <RequestAnswer notification={row} InvitationAnswer={InvitationAnswer} onAnswer={() => read(row)} />
                  }
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

function RequestAnswer({
  notification: { kind, link, actors },
  InvitationAnswer,
  onAnswer,
}: NotificationParts & { notification: NotificationEntry; onAnswer: () => void }) {
  if (kind === 'friend_request')
    return (
      <Suspense>
        <FriendAnswers actors={actors} onAnswer={onAnswer} />
      </Suspense>
    )
  const [, groupId] = /^\/groups\/([0-9a-f-]{36})$/.exec(link) ?? []
  if (kind !== 'group_invitation' || !groupId) return null
  return <InvitationAnswer groupId={groupId} onAnswer={onAnswer} />
}
