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

type ScrollState = { first: string | undefined; last: string | undefined; height: number; isAtEnd: boolean }

/**
 * Keeps the scroll position of a message list: at the end while the reader is there, and on the same message when
 * earlier ones are prepended (`first` changes). `onTop` and `onBottom` run when the reader comes near.
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

  useLayoutEffect(() => {
    const element = box.current
    if (!element || first === undefined) return
    const held = before.current
    if (held ? held.isAtEnd : !beginAt(element)) element.scrollTop = element.scrollHeight
    else if (held && held.first !== first && held.last === last) element.scrollTop += element.scrollHeight - held.height
    before.current = { first, last, height: element.scrollHeight, isAtEnd: isNearEnd(element) }
  }, [first, last])

  useEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => {
      const isAtEnd = isNearEnd(element)
      if (before.current) before.current = { ...before.current, isAtEnd, height: element.scrollHeight }
      setIsAway(!isAtEnd)
    }
    // When the composer grows, a keyboard opens or an image loads, a list at its end stays at its end.
    const sized = new ResizeObserver(() => {
      if (before.current?.isAtEnd !== false) element.scrollTop = element.scrollHeight
      // What grows below the view, such as by a reaction, must not count as part of the next page.
      else before.current = { ...before.current, height: element.scrollHeight }
    })
    sized.observe(element)
    for (const child of element.children) sized.observe(child)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      sized.disconnect()
      element.removeEventListener('scroll', look)
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
