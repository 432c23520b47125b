import { useEffect, useState } from 'react'
import { focusedElement } from './focus.ts'

const cards = 'article, li'

/**
 * Moves the focus when this dialog closes and the card it was opened from is gone: to the next card, else to the card
 * around it, else to the dialog around it or the heading of the page. Does nothing if the focus has moved meanwhile.
 */
export function useFocusAfterRemoval(): void {
  const [places] = useState(() => findPlaces(focusedElement()))
  useEffect(
    () => () =>
      void setTimeout(() => {
        const now = document.activeElement
        if (places.opener?.isConnected || (now && now !== document.body)) return
        const place = places.next.find((element) => element.isConnected)
        if (!place) return
        if (place.tabIndex < 0) place.tabIndex = -1
        place.focus()
      }),
    [places],
  )
}

type Places = { readonly opener: HTMLElement | null; readonly next: readonly HTMLElement[] }

function findPlaces(opener: HTMLElement | null): Places {
  const card = opener?.closest<HTMLElement>(cards)
  const heading = [...document.querySelectorAll<HTMLElement>('main h1')]
  if (!card) return { opener, next: opener?.closest('[role=dialog]') ? [] : heading } // that dialog moves the focus
  const list = card.localName === 'li' ? card.parentElement : card.closest('main, [role=dialog]')
  const all = [...(list?.querySelectorAll<HTMLElement>(card.localName) ?? [])]
  const next = all.filter((other) => card.compareDocumentPosition(other) === Node.DOCUMENT_POSITION_FOLLOWING)
  const around = card.parentElement?.closest<HTMLElement>(cards)
  const sheet = card.closest<HTMLElement>('[role=dialog]')
  return { opener, next: [...next, ...(around ? [around] : []), ...(sheet ? [sheet] : heading)] }
}
