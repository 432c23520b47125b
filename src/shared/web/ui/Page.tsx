import type { ReactNode } from 'react'
import { useFocusOnMount } from '../focus.ts'

type Props = { title: string; subtitle?: ReactNode; action?: ReactNode; children: ReactNode }

/** A page: its heading, which takes the focus on arrival, and its content. */
export function Page({ title, subtitle, action, children }: Props) {
  const heading = useFocusOnMount()
  return (
    <section className="pb-8">
      <header
        className={`flex flex-wrap gap-x-4 gap-y-2 px-4 pt-4 pb-4 desk:px-0 desk:pt-6 ${subtitle === undefined ? 'items-center' : 'items-start'}`}
      >
        <div className="min-w-min flex-1 basis-32">
          <h1 ref={heading} tabIndex={-1} className="text-title [overflow-wrap:normal] desk:text-hero">
            {title}
          </h1>
          {subtitle && <p className="mt-0.5 min-h-[1.5em] text-soft">{subtitle}</p>}
        </div>
        {action}
      </header>
      {children}
    </section>
  )
}
