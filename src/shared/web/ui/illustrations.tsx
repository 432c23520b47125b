const line = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.75,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

/** A lawn with two trees, a bench and the sun: the quad itself. */
export const LawnIllustration = ({ className = 'w-40' }: { className?: string }) => (
  <svg aria-hidden viewBox="0 0 160 96" className={`${className} text-brand`} {...line}>
    <path d="M4 84h152" />
    <circle cx="126" cy="20" r="9" />
    <path d="M126 4v3M126 33v3M110 20h3M139 20h3M115 9l2 2M135 29l2 2M115 31l2-2M135 11l2-2" />
    <path d="M34 84V58" />
    <path d="M34 62c-13 0-20-8-20-18s8-20 20-20 20 10 20 20-7 18-20 18Z" />
    <path d="M34 52l7-7M34 46l-6-6" />
    <path d="M66 84v-9M98 84v-9M60 75h44M62 66h40M66 66v9M98 66v9" />
    <path d="M132 84V68" />
    <path d="M132 70c-9 0-14-5-14-12 0-6 5-13 14-13s14 7 14 13c0 7-5 12-14 12Z" />
    <path d="M14 84c1-3 2-5 4-6M48 84c1-2 1-4 3-5M112 84c0-2 1-4 3-5" />
  </svg>
)

/** A closed gate. */
export const GateIllustration = ({ className = 'w-32' }: { className?: string }) => (
  <svg aria-hidden viewBox="0 0 128 96" className={className} {...line}>
    <path d="M4 88h120M20 88V28M108 88V28M14 28h12M102 28h12M20 28v-8M108 28v-8" />
    <circle cx="20" cy="15" r="5" />
    <circle cx="108" cy="15" r="5" />
    <path d="M26 44c12-14 26-20 38-20s26 6 38 20M32 84V40M44 84V32M56 84V27M72 84V27M84 84V32M96 84V40M26 64h76" />
    <rect x="57" y="56" width="14" height="14" rx="3" className="fill-surface" />
    <path d="M64 62v3" />
  </svg>
)

/** A megaphone on a lawn chair, for sponsored cards without a picture. */
export const StallIllustration = ({ className = '' }: { className?: string }) => (
  <svg aria-hidden viewBox="0 0 300 104" preserveAspectRatio="xMidYMid slice" className={className} {...line}>
    <path d="M0 92h300" />
    <path d="M96 92V50M204 92V50M88 50h124M88 50l12-26h100l12 26M88 50c0 9 18 9 18 0 0 9 18 9 18 0 0 9 17 9 17 0 0 9 18 9 18 0 0 9 17 9 17 0 0 9 18 9 18 0 0 9 18 9 18 0" />
    <path d="M106 50l6-26M124 50l4-26M141 50l3-26M159 50l-1-26M176 50l-4-26M194 50l-6-26" />
    <path d="M96 74h108M112 74v-9h14v9M134 74V61h10v13M152 74v-7h18v7M178 74v-12h9v12" />
    <path d="M40 92V66M40 70c-9 0-14-6-14-13s6-14 14-14 14 7 14 14-5 13-14 13ZM252 92V60M252 64c-12 0-18-7-18-16s8-18 18-18 18 9 18 18-6 16-18 16Z" />
  </svg>
)

/** A letter in flight, with a bird above it. */
export const MailIllustration = ({ className = 'w-32' }: { className?: string }) => (
  <svg aria-hidden viewBox="0 0 128 96" className={`${className} text-brand`} {...line}>
    <path d="M4 88h120" />
    <rect x="34" y="40" width="60" height="38" rx="6" />
    <path d="M36 44l23 19c3 2.5 7 2.5 10 0l23-19" />
    <path d="M8 52h16M14 62h10M4 72h20" />
    <path d="M84 22c5-7 11-7 13-1 3-5 9-5 13 1" />
    <path d="M104 88V74M104 76c-5 0-8-3-8-6M104 72c5 0 8-3 8-7" />
  </svg>
)
