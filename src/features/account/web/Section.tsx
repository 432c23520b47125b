import type { ReactNode } from 'react'

type Props = { title: string; id?: string; text?: ReactNode; children: ReactNode }

export function Section({ title, id, text, children }: Props) {
  return (
    <section id={id} className="card px-4.5 py-4.5">
      <h2 className="text-card">{title}</h2>
      {text && <p className="mt-1 text-soft">{text}</p>}
      <div className="mt-3">{children}</div>
    </section>
  )
}
