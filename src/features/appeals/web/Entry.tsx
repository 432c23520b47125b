import type { ReactNode } from 'react'

/** A name with its value in a `dl` of two columns; on a phone one below the other. */
export const Entry = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="sm:contents">
    <dt className="text-small text-soft sm:text-base">{name}</dt>
    <dd dir="auto" className="min-w-0 whitespace-pre-wrap wrap-anywhere">
      {children}
    </dd>
  </div>
)
