import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide'
import { useId } from 'react'
import { call, query } from '../../../shared/web/api.ts'
import { site } from '../../../shared/web/site.ts'
import { Button, buttonClassName } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { eventsApi } from '../contract.gen.ts'
import type { CalendarKind } from '../contract.ts'

const calendars: readonly { kind: CalendarKind; title: string; text: string }[] = [
  { kind: 'mine', title: 'My events', text: 'Events you’re hosting or going to' },
  { kind: 'school', title: 'All school events', text: `Every event you can see on ${site.productName}` },
]

/** Two secret URLs for calendar subscriptions. */
export default function SubscribeDialog({ onClose }: { onClose: () => void }) {
  const links = query(eventsApi.calendarLinks)
  const { data, isPending, isError, error, refetch } = useQuery(links)
  const client = useQueryClient()
  const rotate = useMutation({
    mutationFn: () => call(eventsApi.rotateCalendarLinks, { body: {} }),
    onSuccess: (turned) => {
      client.setQueryData(links.queryKey, turned)
      toast.success('New links created')
    },
    onError: (error) => toast.failure(error, 'We couldn’t create new links. Try again.'),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Sync with your calendar"
      description="Add these links to Google Calendar, Apple Calendar or Outlook. New events show up on their own."
      actions={
        <Button pendingLabel={rotate.isPending && 'Creating...'} disabled={!data} onClick={() => rotate.mutate()}>
          Reset links
        </Button>
      }
    >
      {isPending && <Skeleton className="h-40" />}
      {isError && (
        <ErrorState text="We couldn’t load your calendar links." error={error} onRetry={() => void refetch()} />
      )}
      {data &&
        calendars.map((calendar) => <Address key={calendar.kind} {...calendar} url={data.data[calendar.kind]} />)}
      <p className="mt-5 text-small text-soft">
        Anyone with a link can see these events without signing in. If you shared one by mistake, reset them and the old
        links stop working.
      </p>
    </Dialog>
  )
}

function Address({ title, text, url }: { title: string; text: string; url: string }) {
  const id = useId()
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => toast.success('Link copied'),
      () => toast.error('Couldn’t copy the link'),
    )
  return (
    <div className="mt-4 first:mt-1">
      <label htmlFor={id} className="block font-medium">
        {title}
      </label>
      <p className="text-small text-soft">{text}</p>
      <div className="mt-1.5 flex gap-2">
        <input
          id={id}
          readOnly
          value={url}
          onFocus={(event) => event.target.select()}
          className="min-h-11 min-w-0 flex-1 rounded-control bg-sunken px-3.5 text-small"
        />
        <Button onClick={() => void copy()} aria-label={`Copy the ${title} link`}>
          <Icon icon={Copy} size={18} />
          Copy
        </Button>
      </div>
      <a href={url.replace(/^https?:/, 'webcal:')} className={`${buttonClassName('ghost')} -ml-4 text-brand`}>
        Add to calendar
      </a>
    </div>
  )
}
