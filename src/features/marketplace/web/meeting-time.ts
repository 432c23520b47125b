/** 'Tue, Dec 8, 5:00 PM', in the time zone of the school. */
export const formatMeetingTime = (seconds: number, zone: string): string =>
  new Intl.DateTimeFormat('en', {
    timeZone: zone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(seconds * 1000)
