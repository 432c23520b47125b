import type { LucideIcon, LucideProps } from 'lucide-react'

type Props = Omit<LucideProps, 'ref'> & { icon: LucideIcon }

/** A drawing of the icon set at the size and stroke of the design. Decorative without an `aria-label`. */
export const Icon = ({ icon: Drawing, ...rest }: Props) => (
  <Drawing aria-hidden={rest['aria-label'] ? undefined : true} size={20} strokeWidth={1.75} {...rest} />
)
