import { Download } from 'lucide'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import type { Event } from '../contract.ts'
import { formatPoster, QrCode } from './QrCode.tsx'

/** The address in the poster, which opens the event and checks in. */
const toPosterUrl = (event: Event, code: string) => `${location.origin}/events?event=${event.id}&poster=${code}`

/** A code on paper, which attendees of a small event scan themselves. */
export function Poster({ event, code }: { event: Event; code: string }) {
  const url = toPosterUrl(event, code)
  const download = () => {
    const file = URL.createObjectURL(new Blob([formatPoster(event.title, url)], { type: 'image/svg+xml' }))
    const link = Object.assign(document.createElement('a'), { href: file, download: 'check-in-poster.svg' })
    link.click()
    setTimeout(() => URL.revokeObjectURL(file), 10_000)
  }
  return (
    <details className="rounded-card border border-line px-4 py-1">
      <summary className="flex min-h-11 cursor-pointer items-center font-medium">
        Let people check in by a poster
      </summary>
      <p className="text-soft">
        Print this and hang it up. People who are going scan it with their phone. Anyone with a photo of it can do the
        same.
      </p>
      <QrCode text={url} label="Code of the poster" className="my-3 w-48" />
      <Button onClick={download} className="mb-3">
        <Icon icon={Download} size={18} />
        Download poster
      </Button>
    </details>
  )
}
