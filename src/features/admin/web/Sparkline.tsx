/** The course of some numbers, without axes. Decorative: the figure is beside it. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const max = Math.max(1, ...values)
  const last = Math.max(1, values.length - 1)
  const points = values.map((value, index) => `${(index / last) * 100},${(1 - value / max) * 22 + 1}`)
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 24"
      preserveAspectRatio="none"
      className="mt-1.5 block h-6 w-full text-brand"
    >
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
