import type { LucideProps } from 'lucide-react'
import type { ComponentType } from 'react'

/** A drawing of the icon set, or one like it. */
export type Drawing = ComponentType<Omit<LucideProps, 'ref'>>

type Props = Omit<LucideProps, 'ref'> & { icon: Drawing }

/** A drawing of the icon set at the size and stroke of the design. Decorative without an `aria-label`. */
export const Icon = ({ icon: Drawing, ...rest }: Props) => (
  <Drawing aria-hidden={rest['aria-label'] ? undefined : true} size={20} strokeWidth={1.75} {...rest} />
)
