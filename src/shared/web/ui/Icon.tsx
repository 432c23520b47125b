import type { IconNode } from 'lucide'
import { createElement, type SVGProps } from 'react'

/** The shapes of an icon of the icon set, or of one like it: 24 by 24, drawn as lines. */
export type Drawing = IconNode

type Props = Omit<SVGProps<SVGSVGElement>, 'ref'> & { icon: Drawing; size?: number | string }

/** An icon at the size and stroke of the design. Decorative without an `aria-label`. */
export const Icon = ({ icon, size = 20, ...rest }: Props) => (
  // biome-ignore lint/a11y/noSvgWithoutTitle: hidden from screen readers, or named by `aria-label`
  <svg
    viewBox="0 0 24 24"
    aria-hidden={rest['aria-label'] ? undefined : true}
    width={size}
    height={size}
    fill="none"
    stroke="currentColor"
    strokeWidth={1.75}
    strokeLinecap="round"
    strokeLinejoin="round"
    {...rest}
  >
    {icon.map(([shape, attributes], key) => createElement(shape, { key, ...attributes }))}
  </svg>
)
