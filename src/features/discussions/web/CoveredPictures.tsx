import { EyeOff } from 'lucide'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { ShownItem } from '../../people/web/ShownItem.tsx'
import { useMe } from '../../session/web/auth.tsx'

/** Pictures that are not even loaded until the viewer asks for them. */
export default function CoveredPictures({ children }: { children: ReactNode }) {
  const isOpen = useMe().safety.notes === 'show'
  const [isShown, setIsShown] = useState(false)
  if (isOpen) return children
  if (isShown) return <ShownItem>{children}</ShownItem>
  return (
    <div className="mt-3 centered min-h-40 flex-col gap-3 rounded-control bg-sunken p-4 text-soft">
      <Icon icon={EyeOff} />
      <p className="font-medium">Sensitive picture</p>
      <Button onClick={() => setIsShown(true)}>Show</Button>
    </div>
  )
}
