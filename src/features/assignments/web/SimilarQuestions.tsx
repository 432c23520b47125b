import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide'
import { useEffect, useState } from 'react'
import { query } from '../../../shared/web/api.ts'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { assignmentsApi } from '../contract.gen.ts'
import { counted } from './labels.ts'

/** Delay after the last keystroke before similar questions are requested, and the shortest title to search for. */
const debounceMs = 400
const minTitleLength = 8

/** Questions similar to the draft, which may already have an answer. They open in a new tab, so the form is kept. */
export function SimilarQuestions({ title }: { title: string }) {
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const waiting = setTimeout(() => setAsked(title.trim()), debounceMs)
    return () => clearTimeout(waiting)
  }, [title])
  const { data } = useQuery({
    ...query(assignmentsApi.similar, { query: { title: asked } }),
    enabled: asked.length >= minTitleLength,
    placeholderData: keepPreviousData,
  })
  const found = asked.length >= minTitleLength ? (data?.data ?? []) : []
  return (
    <div aria-live="polite">
      {found.length > 0 && (
        <section aria-label="Similar questions" className="rounded-control bg-gold-soft px-3.5 py-2.5">
          <p className="font-medium">Similar questions</p>
          <ul className="mt-1">
            {found.map(({ id, title: other, solved, answers_count }) => (
              <li key={id}>
                <a
                  href={`/assignment-help?question=${id}`}
                  target="_blank"
                  rel="noopener"
                  className="flex min-h-11 items-center gap-2 hover:underline desk:min-h-8"
                >
                  {solved && (
                    <Icon
                      icon={CircleCheck}
                      size={16}
                      strokeWidth={2}
                      aria-label="Solved:"
                      className="shrink-0 text-brand"
                    />
                  )}
                  <span className="min-w-0 flex-1 truncate">{other}</span>
                  <span className="shrink-0 text-small text-soft">{counted(answers_count, 'answer')}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
