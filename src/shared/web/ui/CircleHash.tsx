import type { Drawing } from './Icon.tsx'

/** Groups: a hash in a circle, which the icon set lacks. */
export const CircleHash: Drawing = ({ size = 24, ...rest }) => (
  <svg
    aria-hidden
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeLinecap="round"
    strokeLinejoin="round"
    {...rest}
  >
    <circle cx="12" cy="12" r="10" />
    <path d="M8 10h8M7.5 14h8M10.5 7.5l-1 9M14.5 7.5l-1 9" />
  </svg>
)
