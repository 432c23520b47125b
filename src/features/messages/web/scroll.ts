import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

/** Pixels from the end within which one still counts as being there. */
const near = 120

/**
 * Keeps a box of messages where the reader is: at the end while they are at the end, and on the same message when
 * earlier ones are put before it (`first` changes). `onTop` runs when they come near the top.
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
  const [isAway, setAway] = useState(false)

  useLayoutEffect(() => {
    const element = box.current
    if (!element || first === undefined) return
    const held = before.current
    if (!held || held.isAtEnd) element.scrollTop = element.scrollHeight
    else if (held.first !== first && held.last === last) element.scrollTop += element.scrollHeight - held.height
    const isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < near
    before.current = { first, last, height: element.scrollHeight, isAtEnd }
  }, [first, last])

  useEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => {
      const isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < near
      if (before.current) before.current = { ...before.current, isAtEnd, height: element.scrollHeight }
      setAway(!isAtEnd)
    }
    // A field that grows, a keyboard that opens or a picture that arrives leaves the end at the end.
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
    if (!top.current || !box.current || first === undefined) return // anew for each first message: it may still be near
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
