import { Tabs } from '@base-ui/react/tabs'
import { type UIEvent, useEffect, useRef, useState } from 'react'
import { call } from '../../../shared/web/api.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { sessionApi } from '../contract.gen.ts'
import { useAuth, useMe } from './auth.tsx'
import { LegalSections } from './LegalSections.tsx'
import { privacy } from './legal/privacy.ts'
import type { LegalSection } from './legal/section.ts'
import { terms } from './legal/terms.ts'

/** Distance in pixels from the end of the text at which it counts as read. */
const nearEnd = 50

const documents = [
  { name: 'Terms of Service', sections: terms },
  { name: 'Privacy Policy', sections: privacy },
] as const

/**
 * Covers the app until the terms are accepted. Starts again with the unread terms each time it opens. Of its hint,
 * 'Please scroll to the bottom to read the complete Terms of Service/Privacy Policy before accepting.', it shows the
 * name of the current document only.
 */
export default function TermsDialog() {
  const { logout, hold } = useAuth()
  const me = useMe()
  const [shown, setShown] = useState<string>(documents[0].name)
  const [read, setRead] = useState(false)
  const [accepting, setAccepting] = useState(false)

  const accept = async () => {
    setAccepting(true)
    const accepted = await call(sessionApi.acceptTerms).catch(() => undefined) // requested again at the next load
    hold({ ...me, ...accepted?.data, terms_accepted: 1 })
  }

  return (
    <Dialog
      open
      wide
      title="Legal Agreement Required"
      actions={
        <>
          <div className="mr-auto basis-full text-small text-soft sm:basis-0 sm:grow">
            <p className={`font-medium text-ink ${read ? 'invisible' : ''}`}>
              Please scroll to the bottom to read the complete {shown} before accepting.
            </p>
            <p>By accepting, you agree to both our Terms of Service and Privacy Policy.</p>
          </div>
          <Button onClick={logout}>Decline</Button>
          <Button variant="primary" disabled={!read} pendingLabel={accepting && 'Processing...'} onClick={accept}>
            Accept & Continue
          </Button>
        </>
      }
    >
      <Tabs.Root value={shown} onValueChange={(value) => setShown(String(value))} className="flex min-h-0 flex-col">
        <Tabs.List className="flex gap-3 border-b border-line">
          {documents.map(({ name }) => (
            <Tabs.Tab
              key={name}
              value={name}
              className="-mb-px min-h-11 px-1 outline-offset-[-2px] border-b-2 border-transparent font-medium text-soft data-active:border-brand data-active:text-ink"
            >
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {documents.map(({ name, sections }) => (
          <Tabs.Panel key={name} value={name} className="min-h-0 outline-offset-[-2px]">
            <LegalText name={name} sections={sections} onRead={() => setRead(true)} />
          </Tabs.Panel>
        ))}
      </Tabs.Root>
    </Dialog>
  )
}

function LegalText({
  name,
  sections,
  onRead,
}: {
  name: string
  sections: readonly LegalSection[]
  onRead: () => void
}) {
  const box = useRef<HTMLElement>(null)
  const check = (element: HTMLElement) => {
    if (element.scrollHeight - element.scrollTop - element.clientHeight <= nearEnd) onRead()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a text that fits needs no scrolling; checked once on mount
  useEffect(() => {
    if (box.current) check(box.current)
  }, [])
  return (
    <section
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: makes scrolling possible by keyboard
      tabIndex={0}
      aria-label={name}
      onScroll={(event: UIEvent<HTMLElement>) => check(event.currentTarget)}
      className="h-[46dvh] overflow-y-auto pr-2"
    >
      <LegalSections sections={sections} />
    </section>
  )
}
