import { BookOpen, Package, Plug, Shirt, Sofa } from 'lucide'
import { type Drawing, Icon } from '../../../shared/web/ui/Icon.tsx'
import type { Category } from '../contract.ts'

const icons: Readonly<Record<Category, Drawing>> = {
  textbooks: BookOpen,
  electronics: Plug,
  furniture: Sofa,
  clothing: Shirt,
  other: Package,
}

/** Placeholder for a listing without an image. */
export function NoPicture({ category }: { category: Category }) {
  const icon = icons[category]
  return (
    <span className="centered size-full bg-gold-soft text-orange">
      <Icon icon={icon} size={44} strokeWidth={1.25} />
    </span>
  )
}
