import { Fragment } from 'react'
import { SponsoredItem } from '../../ads/web/SponsoredItem.tsx'
import type { Assignment } from '../contract.ts'
import { AssignmentCard } from './AssignmentCard.tsx'
import type { HelpView } from './url-state.ts'

type Props = {
  title: string
  /** Shows the title; otherwise it is for screen readers. */
  isTitled: boolean
  questions: readonly Assignment[]
  view: HelpView
  /** The id of the question beside the list. */
  open: string | undefined
  hasSponsors?: boolean
}

/** Questions as cards, in one column. */
export function QuestionCards({ title, isTitled, questions, view, open, hasSponsors = false }: Props) {
  return (
    <>
      <h2 className={isTitled ? 'px-4 pt-3 pb-2 text-card desk:px-0 desk:pt-0' : 'sr-only'}>{title}</h2>
      <ul aria-label={title} className="desk:space-y-4">
        {questions.map((assignment, index) => (
          <Fragment key={assignment.id}>
            <li className="min-w-0">
              <AssignmentCard
                assignment={assignment}
                to={view.linkTo({ question: assignment.id })}
                isOpen={assignment.id === open}
              />
            </li>
            {hasSponsors && <SponsoredItem index={index} />}
          </Fragment>
        ))}
      </ul>
    </>
  )
}
