import { ArrowLeft } from 'lucide'
import { type ReactNode, use } from 'react'
import { Link } from 'react-router'
import { useFocusOnMount } from '../focus.ts'
import { useIsDesktop } from '../media-query.ts'
import { BarContext, InBar } from './AppBar.tsx'
import { Button, buttonClassName } from './Button.tsx'
import { CreateButton, type CreateProps } from './CreateButton.tsx'
import { Icon } from './Icon.tsx'
import { iconButtonClassName } from './IconButton.tsx'

type Props = {
  title: string
  subtitle?: ReactNode
  /** Beside the title; on a phone below the bar, unless there is a `barAction`. */
  action?: ReactNode
  /** Icon buttons for the bar of a phone. */
  barAction?: ReactNode
  /** The page above this one: a link beside the title, on a phone an arrow before it. */
  back?: { readonly to: string; readonly label: string }
  /** The primary action: beside the title, and on a phone at the bottom right. */
  create?: CreateProps
  children: ReactNode
}

/**
 * A page: its heading, which takes the focus on arrival, and its content. On a phone the bar shows the title, and the
 * heading is for screen readers.
 */
export function Page({ title, subtitle, action, barAction, back, create, children }: Props) {
  const heading = useFocusOnMount()
  const isDesk = useIsDesktop()
  const hasBar = use(BarContext)
  return (
    <section className={`relative ${create ? 'pb-22' : 'pb-8'} desk:pb-8`}>
      <header
        className={`flex flex-wrap gap-x-4 gap-y-2 desk:pt-6 desk:pb-4 ${subtitle === undefined ? 'items-center' : 'items-start'}`}
      >
        <div className={`flex-1 basis-32 desk:min-w-min ${hasBar ? 'max-desk:sr-only' : 'px-4 pb-3 desk:p-0'}`}>
          <h1 ref={heading} tabIndex={-1} className="text-hero [overflow-wrap:normal]">
            {title}
          </h1>
          {subtitle !== undefined && <p className="mt-0.5 min-h-[1.5em] text-soft">{subtitle}</p>}
        </div>
        {back && isDesk && (
          <Link to={back.to} className={buttonClassName('secondary')}>
            <Icon icon={ArrowLeft} size={18} />
            {back.label}
          </Link>
        )}
        {action && (isDesk || !barAction) && <div className="ml-auto px-4 py-2 desk:p-0">{action}</div>}
        {create && isDesk && (
          <Button variant="primary" aria-label={create.name} onPointerEnter={create.onIntent} onClick={create.onPress}>
            {create.label}
          </Button>
        )}
      </header>
      {back && (
        <InBar slot="back">
          <Link to={back.to} aria-label={back.label} title={back.label} className={iconButtonClassName}>
            <Icon icon={ArrowLeft} />
          </Link>
        </InBar>
      )}
      {barAction && <InBar slot="action">{barAction}</InBar>}
      {children}
      {create && !isDesk && <CreateButton {...create} />}
    </section>
  )
}
