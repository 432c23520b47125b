import { useQueries } from '@tanstack/react-query'
import { ExternalLink } from 'lucide'
import type { ReactNode } from 'react'
import { isNotFound } from '../../../shared/web/data/errors.ts'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { Skeleton } from '../../../shared/web/ui/states.tsx'
import type { Professor } from '../contract.ts'
import type { Chosen } from './compare.ts'
import {
  counted,
  listFigures,
  qualityTone,
  shown,
  shownPercent,
  toAvatarPerson,
  topTags,
  wouldTakeAgainTone,
} from './labels.ts'
import { professorQuery } from './queries.ts'
import { Tile } from './Score.tsx'

const shownTags = 3

type Row = { readonly label: string; readonly cell: (professor: Professor) => ReactNode }

const figureRow = (label: string, at: number): Row => ({
  label,
  cell(professor) {
    const figure = listFigures(professor)[at]
    return figure && <Tile tone={figure.tone}>{shown(figure.value)}</Tile>
  },
})

const rows: readonly Row[] = [
  {
    label: 'Overall rating',
    cell: ({ average_rating }) => <Tile tone={qualityTone(average_rating)}>{shown(average_rating)}</Tile>,
  },
  { label: 'Number of ratings', cell: ({ total_ratings }) => total_ratings.toLocaleString() },
  ...['Difficulty', 'Engagement', 'Teaching Quality', 'Workload', 'Fun Factor'].map(figureRow),
  {
    label: 'Would Take Again',
    cell: ({ would_take_again_percentage: percent, would_take_again_count: on }) => (
      <>
        <Tile tone={wouldTakeAgainTone(percent)}>{shownPercent(percent)}</Tile>
        {on > 0 && <span className="mt-0.5 block text-small text-soft">of {counted(on, 'answer')}</span>}
      </>
    ),
  },
  {
    label: 'Top tags',
    cell: (professor) =>
      topTags(professor, shownTags)
        .map(([tag]) => tag)
        .join(', ') || '–',
  },
  { label: 'Department', cell: ({ department_name }) => department_name },
]

/** Compares the statistics of professors side by side. */
export default function CompareDialog({ chosen, onClose }: { chosen: readonly Chosen[]; onClose: () => void }) {
  const answers = useQueries({ queries: chosen.map(({ id }) => professorQuery(id)) })
  const renderCell = (at: number, { cell }: Row) => {
    const answer = answers[at]
    if (answer?.data) return cell(answer.data.data)
    return answer?.isPending ? <Skeleton className="mx-auto h-5 w-12" /> : '–'
  }
  return (
    <Dialog open layout="page" onClose={onClose} title="Compare professors">
      {chosen.length > 2 && (
        <p className="mb-2 text-small text-soft desk:hidden">Swipe sideways to see all {chosen.length}.</p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: makes scrolling possible by keyboard */}
      <section tabIndex={0} aria-label="Comparison" className="-mx-5 overflow-x-auto px-5 pb-1">
        <table className="w-full border-separate border-spacing-0 text-center">
          <thead>
            <tr className="align-top">
              <td className="sticky left-0 bg-surface" />
              {chosen.map((professor, index) => (
                <th key={professor.id} scope="col" className="min-w-32 px-2 pb-3 font-normal">
                  <Avatar person={toAvatarPerson(professor)} size={64} />
                  <span className="mt-1 block font-display leading-snug font-semibold">{professor.full_name}</span>
                  {answers[index]?.isError ? (
                    <span className="block text-small text-soft">
                      {isNotFound(answers[index].error) ? 'Professor Not Found' : 'Failed to fetch professor'}
                    </span>
                  ) : (
                    <a
                      href={`/rate-my-professor/${professor.id}`}
                      target="_blank"
                      rel="noopener"
                      className="inline-flex min-h-11 items-center gap-1 text-small font-semibold text-brand hover:underline desk:min-h-8"
                    >
                      View Full Profile
                      <span className="sr-only"> of {professor.full_name}, in a new tab</span>
                      <Icon icon={ExternalLink} size={14} strokeWidth={2} />
                    </a>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.label} className="*:border-t *:border-line">
                <th
                  scope="row"
                  className="sticky left-0 max-w-28 bg-surface py-2.5 pr-3 text-left text-small font-medium text-soft"
                >
                  {row.label}
                </th>
                {chosen.map(({ id }, index) => (
                  <td key={id} className="px-2 py-2.5 tabular-nums">
                    {renderCell(index, row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Dialog>
  )
}
