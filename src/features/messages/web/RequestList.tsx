import { ArrowLeft } from 'lucide'
import { Link } from 'react-router'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { MailIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { RequestCard } from './RequestCard.tsx'
import { useMessageRequests } from './request-queries.ts'

/** The requests to the viewer, latest first. */
export default function RequestList() {
  const list = useMessageRequests()
  return (
    <>
      <div className="flex items-center gap-1 p-2">
        <Link to="/messages" aria-label="Back to messages" className="disc size-11 hover:bg-sunken">
          <Icon icon={ArrowLeft} />
        </Link>
        <h2 className="text-card">Message requests</h2>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto p-3 pt-0">
        {list.isPending && (
          <div role="status" aria-label="Loading message requests" className="space-y-3">
            <Skeleton className="h-36" />
            <Skeleton className="h-36" />
          </div>
        )}
        {list.isError && !list.data && (
          <ErrorState
            bare
            text="We couldn’t load your message requests."
            error={list.error}
            onRetry={() => void list.refetch()}
          />
        )}
        {list.data?.data.length === 0 && (
          <div className="flex flex-col items-center px-4 py-10 text-center">
            <MailIllustration />
            <h3 className="mt-4 text-card">No message requests</h3>
            <p className="mt-1 text-soft">You decide in the safety settings who reaches you directly.</p>
          </div>
        )}
        {list.data && list.data.data.length > 0 && (
          <ul aria-label="Message requests" className="space-y-3">
            {list.data.data.map((conversation) => (
              <li key={conversation.id}>
                <RequestCard conversation={conversation} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}
