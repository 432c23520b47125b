/** The product's logo: a square lawn with a border. */
export const Logo = ({ size = 24 }: { size?: number }) => (
  <svg aria-hidden width={size} height={size} viewBox="0 0 32 32">
    <rect width="32" height="32" rx="9" className="fill-brand" />
    <rect x="10" y="10" width="12" height="12" rx="2.5" className="fill-none stroke-on-brand" strokeWidth="3.2" />
  </svg>
)
