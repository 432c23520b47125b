import type { Drawing } from './Icon.tsx'

/** Groups: a hash in a circle, which the icon set lacks. */
export const CircleHash: Drawing = [
  ['circle', { cx: 12, cy: 12, r: 10 }],
  ['path', { d: 'M8 10h8M7.5 14h8M10.5 7.5l-1 9M14.5 7.5l-1 9' }],
]
