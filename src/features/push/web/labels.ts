import { site } from '../../../shared/web/site.ts'

export const pushTexts = {
  offer: 'Get notified about new messages on this device?',
  blocked: 'Notifications are blocked. Allow them for this site in the browser settings.',
  missing: 'This browser can’t receive notifications.',
  /** What the push services learn, see docs/privacy.md. */
  learnMore: `Notifications travel through the push service of your browser, for example Google, Apple, Mozilla or Microsoft. It learns which device gets a notification of ${site.productName} and when, but can’t read it. You choose in the settings what the lock screen shows.`,
} as const

/** Whose push service a host belongs to. */
const services: readonly (readonly [host: RegExp, name: string])[] = [
  [/^fcm\.googleapis\.com$/, 'Chrome or a related browser'],
  [/\.push\.services\.mozilla\.com$/, 'Firefox'],
  [/\.push\.apple\.com$/, 'Safari'],
  [/\.notify\.windows\.com$/, 'Edge'],
]

/** The browser that uses the push service at this host, or the host itself. */
export const nameDevice = (host: string): string => services.find(([pattern]) => pattern.test(host))?.[1] ?? host
