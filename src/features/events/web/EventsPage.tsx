import { CalendarDays, CalendarSync } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { useDraft } from '../../../shared/web/draft.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useIsDesktop } from '../../../shared/web/media-query.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { ChipSelect } from '../../../shared/web/ui/ChipSelect.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { Page } from '../../../shared/web/ui/Page.tsx'
import { PageTools } from '../../../shared/web/ui/PageTools.tsx'
import { ToggleButton } from '../../../shared/web/ui/ToggleButton.tsx'
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
  const isDesk = useIsDesktop()
  const [month, setMonth] = useDraft('events month', 'for longer') // open or empty, on a phone
  const isMonthOpen = month !== ''

  return (
    <Page
      title="Events"
      subtitle={`${me.school} · ${zoneName(zone)}`}
      create={{ label: 'Create Event', onPress: () => create(true), onIntent: EventForm.preload }}
    >
      <PageTools
        search={{ label: 'Search events', term: view.search, onSearch: (search) => view.change({ search }) }}
        end={
          isDesk ? (
            <Button variant="ghost" onClick={() => setIsSubscribing(true)}>
              <Icon icon={CalendarSync} size={18} />
              Sync calendar
            </Button>
          ) : (
            <IconButton label="Sync calendar" onClick={() => setIsSubscribing(true)}>
              <Icon icon={CalendarSync} />
            </IconButton>
          )
        }
      >
        {!isDesk && (
          <ToggleButton
            isPressed={isMonthOpen}
            onPress={() => setMonth(isMonthOpen ? '' : 'open')}
            className="-ml-2.5 rounded-full font-medium"
          >
            <Icon icon={CalendarDays} size={18} />
            Month
          </ToggleButton>
        )}
        <ChipSelect
          label="Filter events"
          options={filters}
          value={view.filter}
          onSelect={(filter) => view.change({ filter })}
        />
      </PageTools>
      {(isDesk || isMonthOpen) && (
        <div className="desk:mb-4">
          <MonthCalendar view={view} />
        </div>
      )}
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
