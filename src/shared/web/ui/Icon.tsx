import type { LucideIcon, LucideProps } from 'lucide-react'

type Props = Omit<LucideProps, 'ref'> & { icon: LucideIcon }

/** A drawing of the icon set at the size and stroke of the design. Decorative: a word or a label is next to it. */
export const Icon = ({ icon: Drawing, ...rest }: Props) => (
  <Drawing aria-hidden size={20} strokeWidth={1.75} {...rest} />
)
