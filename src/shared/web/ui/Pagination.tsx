import { ChevronLeft, ChevronRight } from 'lucide'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'

const maxNumbers = 5
const before = 2
/** On a phone arrows replace the words, so that five numbers fit on the line. */
const narrow = 'max-desk:w-11 max-desk:px-0!'

type Props = {
  page: number
  totalPages: number
  onPage: (page: number) => void
  /** 'Showing page 1 of 3 (41 total reports)'. */
  text: string
}

/** Previous, at most five page numbers starting two before the current page, and Next. */
export function Pagination({ page, totalPages, onPage, text }: Props) {
  const first = Math.max(1, page - before)
  const numbers = Array.from({ length: maxNumbers }, (_, index) => first + index).filter(
    (number) => number <= totalPages,
  )
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-3 px-4 py-4 desk:px-0">
      <p aria-live="polite" className="text-small text-soft tabular-nums">
        {text}
      </p>
      <div className="flex flex-wrap items-center gap-1 max-desk:w-full max-desk:justify-between">
        <Button variant="ghost" disabled={page <= 1} onClick={() => onPage(page - 1)} className={narrow}>
          <Icon icon={ChevronLeft} className="desk:hidden" />
          <span className="max-desk:sr-only">Previous</span>
        </Button>
        {numbers.map((number) => (
          <button
            key={number}
            type="button"
            aria-label={`Page ${number}`}
            aria-current={number === page ? 'page' : undefined}
            onClick={() => onPage(number)}
            className="min-h-11 min-w-11 rounded-control font-medium text-soft tabular-nums transition-colors hover:bg-sunken aria-[current]:bg-ink aria-[current]:text-paper"
          >
            {number}
          </button>
        ))}
        <Button variant="ghost" disabled={page >= totalPages} onClick={() => onPage(page + 1)} className={narrow}>
          <span className="max-desk:sr-only">Next</span>
          <Icon icon={ChevronRight} className="desk:hidden" />
        </Button>
      </div>
    </nav>
  )
}

type PagerProps = Omit<Props, 'text'> & {
  /** Distinguishes two pagers on one screen. */
  label?: string
}

/** Previous, if there is one, and Next. */
export const Pager = ({ page, totalPages, onPage, label = 'Pages' }: PagerProps) => (
  <nav aria-label={label} className="centered flex-wrap gap-3 px-4 py-4">
    <Button variant="ghost" disabled={page <= 1} onClick={() => onPage(page - 1)}>
      Previous
    </Button>
    <span aria-live="polite" className="text-small text-soft tabular-nums">
      Page {page} of {totalPages}
    </span>
    <Button variant="ghost" disabled={page >= totalPages} onClick={() => onPage(page + 1)}>
      Next
    </Button>
  </nav>
)
