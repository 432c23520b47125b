import { CalendarSync } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { Page } from '../../../shared/web/ui/Page.tsx'
import { SearchBox } from '../../../shared/web/ui/SearchBox.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { useCreateDialog } from '../../../shared/web/url-state.ts'
import { useMe } from '../../session/web/auth.tsx'
import { EventList } from './EventList.tsx'
import { filters } from './labels.ts'
import { MonthCalendar } from './MonthCalendar.tsx'
import { useZone, zoneName } from './school-time.ts'
import { useEventsView } from './url-state.ts'

const EventForm = lazyPart(() => import('./EventForm.tsx'))
const EventDialog = lazyPart(() => import('./EventDialog.tsx'))
const SubscribeDialog = lazyPart(() => import('./SubscribeDialog.tsx'))

/** The events of the school: month calendar and list. */
export default function EventsPage() {
  const me = useMe()
  const zone = useZone()
  const view = useEventsView()
  const [isCreating, create] = useCreateDialog()
  const [isSubscribing, setIsSubscribing] = useState(false)
  const { key } = useLocation()

  return (
    <Page
      title="Events"
      subtitle={`${me.school} · ${zoneName(zone)}`}
      action={
        <Button variant="primary" onClick={() => create(true)}>
          Create Event
        </Button>
      }
    >
      <MonthCalendar view={view} />
      <div className="flex items-center gap-2 px-4 py-3 desk:px-0 desk:py-4">
        <Select
          labelHidden
          label="Filter events"
          value={view.filter}
          options={filters}
          onChange={(filter) => view.change({ filter })}
          className="w-33 desk:w-37"
        />
        <SearchBox
          label="Search events"
          term={view.search}
          onSearch={(search) => view.change({ search })}
          className="min-w-0 flex-1"
        />
        <Button variant="ghost" className="max-sm:-mr-2 max-sm:px-3!" onClick={() => setIsSubscribing(true)}>
          <Icon icon={CalendarSync} size={18} />
          <span className="max-sm:sr-only">Sync calendar</span>
        </Button>
      </div>
      <EventList view={view} onCreate={() => create(true)} />
      <Suspense>
        {isCreating && <EventForm onClose={() => create(false)} onMade={(event) => view.change({ event })} />}
        {isSubscribing && <SubscribeDialog onClose={() => setIsSubscribing(false)} />}
        {view.event && (
          <EventDialog key={`${view.event} ${key}`} id={view.event} onClose={() => view.change({ event: undefined })} />
        )}
      </Suspense>
    </Page>
  )
}
