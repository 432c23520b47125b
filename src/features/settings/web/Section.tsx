import type { ReactNode } from 'react'

/** One card of the settings. */
export function Section({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  return (
    <section className="card px-4.5 py-4.5">
      <h2 className="text-card">{title}</h2>
      {text && <p className="mt-1 text-soft">{text}</p>}
      <div className="mt-3">{children}</div>
    </section>
  )
}
