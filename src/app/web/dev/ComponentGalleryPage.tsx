import { Page } from '../../../shared/web/ui/Page.tsx'
import { stories } from './stories.ts'

const toId = (name: string) => name.toLowerCase()

/** All components in all states: `npm run dev`, then /dev/ui. Not part of a built client. */
export default function ComponentGalleryPage() {
  return (
    <main className="mx-auto max-w-4xl px-4">
      <Page title="Parts" subtitle="Every part in every state. Try them by keyboard, dark, at 320 pixels and at 200 %.">
        <nav aria-label="All parts" className="flex flex-wrap gap-x-3">
          {stories.map(({ name }) => (
            <a
              key={name}
              href={`#${toId(name)}`}
              className="inline-flex min-h-11 items-center font-medium text-brand hover:underline"
            >
              {name}
            </a>
          ))}
        </nav>
        {stories.map(({ name, states }) => (
          <section
            key={name}
            id={toId(name)}
            aria-labelledby={`${toId(name)}-title`}
            className="border-t border-line py-5"
          >
            <h2 id={`${toId(name)}-title`} className="mb-3 text-card">
              {name}
            </h2>
            <div className="grid gap-4 sm:grid-cols-2">
              {Object.entries(states).map(([state, State]) => (
                <div key={state} className="min-w-0">
                  <p className="mb-1 text-small text-faint">{state}</p>
                  <div data-state={state} className="flex flex-wrap items-center gap-3 *:min-w-0">
                    <State />
                  </div>
                </div>
              ))}
            </div>
          </section>
        ))}
      </Page>
    </main>
  )
}
