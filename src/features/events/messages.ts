import type { NotificationMessages } from '../../shared/notification-kinds.ts'
import { formatMinutes } from './minutes.ts'

/** Texts of the notifications about events. */
export const eventMessages: NotificationMessages<'event_changed' | 'event_reminder' | 'waitlist' | 'no_show'> = {
  event_changed: ({ title, cancelled, reason, dates, role }) => {
    if (role === 'organizer') return `{names} added you as an organizer of “${title}”`
    if (role === 'readmitted') return `{names} let you back in: you can join “${title}” again`
    if (role === 'removed') return `{names} removed you from “${title}”`
    const subject = dates === undefined ? `“${title}”` : `${dates} dates of “${title}”`
    return `{names} ${cancelled ? 'cancelled' : 'updated'} ${subject}${reason === undefined ? '' : `: ${reason}`}`
  },
  event_reminder: ({ title, minutes }) =>
    `“${title}” starts ${minutes === undefined ? 'soon' : `in ${formatMinutes(minutes)}`}`,
  no_show: ({ title }) => `{names} says they were at “${title}” and not checked in`,
  waitlist: ({ title, offered }) =>
    offered
      ? `A seat at “${title}” is free for you for 30 minutes.`
      : `A seat at “${title}” is yours. Give it back if you cannot come.`,
}
