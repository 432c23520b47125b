import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

/** Distance from the end in pixels within which the reader counts as being at the end. */
const endThresholdPx = 120

type Options = {
  /** Ids of the first and the last message. */
  first: string | undefined
  last: string | undefined
  /** Whether no later messages follow. */
  isLatest: boolean
  /** Scrolls to where the list begins. Returns false for its end. */
  begin: (box: HTMLElement) => boolean
  onTop: () => void
  onBottom: () => void
}

/** The first message in view, and its distance from the top of the list's content in pixels. */
type Place = { message: Element; offset: number }
type ScrollState = { isAtEnd: boolean; place: Place | undefined }

const findOffset = (message: Element, box: HTMLElement) =>
  message.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop

function findPlace(box: HTMLElement): Place | undefined {
  const { top } = box.getBoundingClientRect()
  const endsInView = (element: Element) => element.getBoundingClientRect().bottom > top
  for (const range of box.querySelectorAll('[data-range]')) {
    // Asking for a message of a range that the browser skips would lay it out.
    const message = endsInView(range) && [...range.querySelectorAll('[data-message]')].find(endsInView)
    if (message) return { message, offset: findOffset(message, box) }
  }
  return undefined
}

function keepPlace(box: HTMLElement, { message, offset }: Place) {
  if (message.isConnected) box.scrollTop += findOffset(message, box) - offset
}

/**
 * Keeps the scroll position of a message list: at the end while the reader is there, else on the first message in view,
 * whatever is added, loaded or resized above or below it. `onTop` and `onBottom` run when the reader comes near.
 */
export function useScroll({ first, last, isLatest, begin, onTop, onBottom }: Options) {
  const box = useRef<HTMLElement>(null)
  const top = useRef<HTMLDivElement>(null)
  const bottom = useRef<HTMLDivElement>(null)
  const before = useRef<ScrollState>(undefined)
  const [isAway, setIsAway] = useState(false)
  const beginAt = useEffectEvent(begin)
  const isNearEnd = useEffectEvent(
    (element: HTMLElement) =>
      isLatest && element.scrollHeight - element.scrollTop - element.clientHeight < endThresholdPx,
  )
  const look = useEffectEvent((element: HTMLElement) => {
    const isAtEnd = isNearEnd(element)
    before.current = { isAtEnd, place: isAtEnd ? undefined : findPlace(element) }
    setIsAway(!isAtEnd)
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: `last` changes when messages are added at the end
  useLayoutEffect(() => {
    const element = box.current
    if (!element || first === undefined) return
    const held = before.current
    if (held?.place) keepPlace(element, held.place)
    else if (held ? held.isAtEnd : !beginAt(element)) element.scrollTop = element.scrollHeight
    look(element)
  }, [first, last])

  useEffect(() => {
    const element = box.current
    if (!element) return
    const onScroll = () => look(element)
    // When the composer grows, a keyboard opens, an image loads or a message gets a reaction.
    const sized = new ResizeObserver(() => {
      const held = before.current
      if (held?.place) keepPlace(element, held.place)
      else if (held?.isAtEnd !== false) element.scrollTop = element.scrollHeight
      if (held) look(element)
    })
    sized.observe(element)
    for (const child of element.children) sized.observe(child)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      sized.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }, [])

  const reach = useEffectEvent((end: Element) => (end === top.current ? onTop() : onBottom()))
  // biome-ignore lint/correctness/useExhaustiveDependencies: recreated for each page: its end may still be near
  useEffect(() => {
    if (!top.current || !bottom.current || !box.current || first === undefined) return
    const watch = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) if (isIntersecting) reach(target)
      },
      { root: box.current, rootMargin: '400px 0px' },
    )
    watch.observe(top.current)
    watch.observe(bottom.current)
    return () => watch.disconnect()
  }, [first, last])

  const toEnd = () => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight
  }
  return { box, top, bottom, isAway, toEnd }
}
