import type { LockScreenDetail } from '../../../shared/notification-kinds.ts'
import { plural } from '../../../shared/plural.ts'
import type { PushContent } from '../../../shared/server/push.ts'

/** Bytes of the JSON; push services refuse more than 4 KB with its encryption. */
export const maxPayloadBytes = 3072
/** Characters of a text that a lock screen shows. */
const maxBodyLength = 100
/** Names and titles that are longer do not fit on a lock screen. */
const maxTitleLength = 120

/** A declarative web push: browsers without a service worker show it too. */
export type PushPayload = {
  readonly web_push: 8030
  readonly notification: {
    readonly title: string
    readonly body?: string
    readonly navigate: string
    readonly lang: string
    readonly dir: 'ltr'
    readonly tag: string
  }
  readonly app_badge: number
}

type Frame = {
  readonly productName: string
  readonly publicUrl: string
  readonly link: string
  readonly tag: string
  readonly badge: number
}

/** The payload of a push with as much detail as its reader selected. */
export function toPayload(content: PushContent, detail: LockScreenDetail, frame: Frame): string {
  const { title, detailed } = content
  const generic = { title: somethingNew(frame.productName) }
  if (title === undefined || detail === 'nothing') return write(generic, frame)
  return write(detail === 'everything' && detailed ? detailed : { title }, frame)
}

/** The payload of a summary of what was held back. */
export const toSummary = (count: number, detail: LockScreenDetail, frame: Frame): string =>
  write(
    {
      title: detail === 'nothing' ? somethingNew(frame.productName) : `${plural(count, 'thing')} while you were away`,
    },
    frame,
  )

/** The payload of a test to the user's own devices. */
export const toTest = (frame: Frame): string =>
  write({ title: `Notifications from ${frame.productName} work on this device` }, frame)

const somethingNew = (productName: string) => `Something new on ${productName}`

function write({ title, body }: { title: string; body?: string | undefined }, frame: Frame): string {
  const { publicUrl, link, tag, badge } = frame
  const text = body && shorten(body, maxBodyLength)
  const payload: PushPayload = {
    web_push: 8030,
    notification: {
      title: shorten(title, maxTitleLength),
      ...(text && { body: text }),
      navigate: `${publicUrl}${link}`,
      lang: 'en',
      dir: 'ltr',
      tag,
    },
    app_badge: badge,
  }
  const json = JSON.stringify(payload)
  if (Buffer.byteLength(json) <= maxPayloadBytes) return json
  const { title: _, body: __, ...rest } = payload.notification
  return JSON.stringify({ ...payload, notification: { title: somethingNew(frame.productName), ...rest } })
}

function shorten(text: string, max: number): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()]
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : characters.join('')
}
