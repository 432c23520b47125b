import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

/** Distance from the end in pixels within which the reader counts as being at the end. */
const endThresholdPx = 120

/**
 * Keeps the scroll position of a message list: at the end while the reader is there, and on the same message when
 * earlier ones are prepended (`first` changes). `onTop` runs when the reader comes near the top.
 */
export function useScroll({
  first,
  last,
  onTop,
}: {
  first: string | undefined
  last: string | undefined
  onTop: () => void
}) {
  const box = useRef<HTMLElement>(null)
  const top = useRef<HTMLDivElement>(null)
  const before = useRef<{ first: string | undefined; last: string | undefined; height: number; isAtEnd: boolean }>(
    undefined,
  )
  const [isAway, setIsAway] = useState(false)

  useLayoutEffect(() => {
    const element = box.current
    if (!element || first === undefined) return
    const held = before.current
    if (!held || held.isAtEnd) element.scrollTop = element.scrollHeight
    else if (held.first !== first && held.last === last) element.scrollTop += element.scrollHeight - held.height
    const isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < endThresholdPx
    before.current = { first, last, height: element.scrollHeight, isAtEnd }
  }, [first, last])

  useEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => {
      const isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < endThresholdPx
      if (before.current) before.current = { ...before.current, isAtEnd, height: element.scrollHeight }
      setIsAway(!isAtEnd)
    }
    // When the composer grows, a keyboard opens or an image loads, a list at its end stays at its end.
    const sized = new ResizeObserver(() => {
      if (before.current?.isAtEnd !== false) element.scrollTop = element.scrollHeight
    })
    sized.observe(element)
    for (const child of element.children) sized.observe(child)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      sized.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [])

  const reach = useEffectEvent(onTop)
  useEffect(() => {
    if (!top.current || !box.current || first === undefined) return // recreated for each first message: the top may still be near
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && reach(), {
      root: box.current,
      rootMargin: '400px 0px 0px',
    })
    watch.observe(top.current)
    return () => watch.disconnect()
  }, [first])

  const toEnd = () => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight
  }
  return { box, top, isAway, toEnd }
}
