import { useLayoutEffect, useRef } from 'react'

const count = 8

/** Eight short strokes that leave the button below, once. Nothing where motion is reduced. */
export function Strokes() {
  const box = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const strokes = [...(box.current?.children ?? [])]
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    const running = strokes.map((stroke, index) => {
      const turn = `rotate(${(index + 0.5) * (360 / count)}deg)`
      return stroke.animate?.(
        [
          { transform: `${turn} translateY(-1rem) scaleY(0.3)`, opacity: 1 },
          { transform: `${turn} translateY(-2.75rem) scaleY(1)`, opacity: 0 },
        ],
        { duration: isStill ? 0 : 180, easing: 'ease-out' },
      )
    })
    return () => {
      for (const animation of running) animation?.cancel()
    }
  }, [])
  return (
    <span ref={box} aria-hidden className="pointer-events-none absolute inset-0 centered">
      {Array.from({ length: count }, (_, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the strokes never change
          key={index}
          className={`absolute h-3 w-0.75 rounded-full opacity-0 ${index % 2 === 0 ? 'bg-gold' : 'bg-brick'}`}
        />
      ))}
    </span>
  )
}
