import { CalendarDays, CalendarSync } from 'lucide'
import { Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { useDraft } from '../../../shared/web/draft.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useIsDesktop, useMediaQuery } from '../../../shared/web/media-query.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { ChipGroup } from '../../../shared/web/ui/Chip.tsx'
import { ChipSelect } from '../../../shared/web/ui/ChipSelect.tsx'
import { FilterSheet } from '../../../shared/web/ui/FilterSheet.tsx'
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
import { useEventList } from './queries.ts'
import { StripOfDays } from './StripOfDays.tsx'
import { foreignZoneName, useZone } from './school-time.ts'
import { useEventsView } from './url-state.ts'
import { useLiveSeats } from './waitlist.ts'

const EventForm = lazyPart(() => import('./EventForm.tsx'))
const EventDialog = lazyPart(() => import('./EventDialog.tsx'))
const SubscribeDialog = lazyPart(() => import('./SubscribeDialog.tsx'))

/** The events of the school: month calendar and list. */
export default function EventsPage() {
  const me = useMe()
  const zone = useZone()
  const view = useEventsView()
  useLiveSeats()
  const [isCreating, create] = useCreateDialog()
  const [isSubscribing, setIsSubscribing] = useState(false)
  const { key } = useLocation()
  const isDesk = useIsDesktop()
  const [month, setMonth] = useDraft('events month', 'for longer') // open or empty, on a phone
  const isMonthOpen = month !== ''
  const isRoomy = useMediaQuery('(width >= 100rem)') // the month beside the list

  const { filter, search } = view
  const all = useEventList({ filter, search }, { enabled: !view.day })
  const isEmpty = all.isSuccess && all.events.length === 0 && !view.day && !view.isNarrowed

  const zoneHint = foreignZoneName(zone)
  const sync = (
    <Button variant={isDesk ? 'ghost' : 'secondary'} onClick={() => setIsSubscribing(true)}>
      <Icon icon={CalendarSync} size={18} />
      Sync calendar
    </Button>
  )
  const calendar = <MonthCalendar view={view} isSmall={isRoomy} />

  return (
    <Page
      title="Events"
      subtitle={zoneHint ? `${me.school} · ${zoneHint}` : me.school}
      create={{ label: 'Create Event', onPress: () => create(true), onIntent: EventForm.preload }}
    >
      <PageTools
        search={!isEmpty && { label: 'Search events', term: search, onSearch: (term) => view.change({ search: term }) }}
        end={
          isDesk ? (
            sync
          ) : isEmpty ? (
            <IconButton label="Sync calendar" onClick={() => setIsSubscribing(true)}>
              <Icon icon={CalendarSync} />
            </IconButton>
          ) : (
            <FilterSheet count={view.filter === 'all' ? 0 : 1} onClear={() => view.change({ filter: 'all' })}>
              <ChipGroup
                label="Filter events"
                labelVisible
                options={filters}
                value={view.filter}
                onSelect={(filter) => view.change({ filter })}
              />
              {sync}
            </FilterSheet>
          )
        }
      >
        {isDesk ? (
          !isEmpty && (
            <ChipSelect
              label="Filter events"
              options={filters}
              value={view.filter}
              onSelect={(filter) => view.change({ filter })}
            />
          )
        ) : (
          <div className="flex items-center gap-1.5 py-1.5">
            <ToggleButton
              isPressed={isMonthOpen}
              onPress={() => setMonth(isMonthOpen ? '' : 'open')}
              className="-ml-2.5 h-17 flex-col justify-center gap-1! rounded-[14px] text-small font-medium"
            >
              <Icon icon={CalendarDays} size={22} />
              Month
            </ToggleButton>
            <StripOfDays view={view} />
          </div>
        )}
      </PageTools>
      <div className={isRoomy ? 'grid grid-cols-[300px_minmax(0,1fr)] items-start gap-6' : ''}>
        {(isDesk || isMonthOpen) && <div className={isRoomy ? 'sticky top-20' : 'desk:mb-4'}>{calendar}</div>}
        <div className="min-w-0">
          <EventList view={view} note={isDesk ? undefined : zoneHint} onCreate={() => create(true)} />
        </div>
      </div>
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
