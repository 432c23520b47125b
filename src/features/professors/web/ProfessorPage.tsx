import { Star } from 'lucide'
import { Suspense, useState } from 'react'
import { Link, useParams } from 'react-router'
import { call } from '../../../shared/web/api.ts'
import { isNotFound, userMessage } from '../../../shared/web/data/errors.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useIsDesktop } from '../../../shared/web/media-query.ts'
import { Button, buttonClassName } from '../../../shared/web/ui/Button.tsx'
import { CreateButton } from '../../../shared/web/ui/CreateButton.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { GateIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { SendLink } from '../../../shared/web/ui/SendLink.tsx'
import { EmptyState } from '../../../shared/web/ui/states.tsx'
import { ReportButton } from '../../moderation/web/ReportButton.tsx'
import { professorsApi } from '../contract.gen.ts'
import type { Rating } from '../rating-contract.ts'
import { Distribution } from './Distribution.tsx'
import { topTags } from './labels.ts'
import { ProfessorDetails, ProfessorHead } from './ProfessorHead.tsx'
import { useProfessor } from './queries.ts'
import { Reviews } from './Reviews.tsx'

const RatingForm = lazyPart(() => import('./RatingForm.tsx'))
const OwnReviews = lazyPart(() => import('./OwnReviews.tsx'))
const EditReview = lazyPart(() => import('./EditReview.tsx'))

/** What is open: a new review, the question whether an existing one is meant, or an existing one. */
type Open = 'new' | 'own' | Rating

/** One professor: statistics on the left, reviews on the right. */
export default function ProfessorPage() {
  const { id = '' } = useParams()
  const { data, isPending, error } = useProfessor(id)
  const [open, setOpen] = useState<Open>()
  const isDesk = useIsDesktop()
  const professor = data?.data
  if (isPending) return <Waiting />
  if (!professor) return <Missing error={error} />
  const tags = topTags(professor)
  const close = () => setOpen(undefined)
  const rate = () => setOpen(professor.own_ratings.length > 0 ? 'own' : 'new')
  const quickRate = `Quick rate ${professor.full_name}`
  return (
    <section className="@container pb-24 desk:pt-6">
      <div className="desk:grid desk:gap-4 @[45rem]:grid-cols-[380px_minmax(0,1fr)] @[45rem]:grid-rows-[auto_1fr] @[45rem]:items-start">
        <div className="max-desk:contents">
          <ProfessorHead professor={professor}>
            <div className="flex items-center gap-1">
              <Button variant="primary" className="flex-1" onClick={rate}>
                Rate This Professor
              </Button>
              <SendLink kind="professor" id={id} name={professor.full_name} />
              {professor.can.report && (
                <ReportButton
                  label={`Report ${professor.full_name}`}
                  className="-mr-2"
                  what="professor"
                  id={id}
                  text={professor.full_name}
                  report={(body) => call(professorsApi.report, { params: { id }, body })}
                />
              )}
            </div>
          </ProfessorHead>
        </div>
        <div className="min-w-0 @[45rem]:col-start-2 @[45rem]:row-span-2 @[45rem]:row-start-1 desk:space-y-4">
          {professor.total_ratings > 0 && <Distribution professor={professor} />}
          {tags.length > 0 && (
            <section aria-labelledby="tags" className="card px-5 py-4">
              <h2 id="tags" className="text-card">
                Popular Tags
              </h2>
              <ul className="mt-2 flex flex-wrap gap-1.5">
                {tags.map(([tag, count]) => (
                  <li key={tag} className="rounded-full bg-sunken px-3 py-1 text-small text-soft">
                    {tag} <span className="tabular-nums">({count})</span>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <Reviews professor={professor} onWrite={rate} />
        </div>
        <ProfessorDetails professor={professor} />
      </div>
      {isDesk ? (
        <button
          type="button"
          aria-label={quickRate}
          title="Quick rate"
          onClick={rate}
          className="fixed right-6 bottom-6 z-20 disc size-14 bg-brand text-on-brand shadow-lifted transition-colors hover:bg-brand-strong"
        >
          <Icon icon={Star} size={24} />
        </button>
      ) : (
        <CreateButton label="Quick rate" name={quickRate} onPress={rate} onIntent={RatingForm.preload} />
      )}
      <Suspense>
        {open === 'new' && <RatingForm professor={professor} onClose={close} />}
        {open === 'own' && (
          <OwnReviews
            professor={professor}
            reviews={professor.own_ratings}
            onEdit={setOpen}
            onWrite={() => setOpen('new')}
            onClose={close}
          />
        )}
        {typeof open === 'object' && <EditReview review={open} onClose={close} />}
      </Suspense>
    </section>
  )
}

const Waiting = () => (
  <div role="status" aria-label="Loading professor" className="flex justify-center py-24">
    <h1 className="sr-only">Professor</h1>
    <span
      aria-hidden
      className="size-9 animate-spin rounded-full border-3 border-line border-t-brand motion-reduce:animate-none"
    />
  </div>
)

/** Shown for errors and unknown professors. An error adds 'Failed to fetch professor (status)'. */
function Missing({ error }: { error: Error | null }) {
  return (
    <div className="desk:pt-6">
      <h1 className="sr-only">Rate My Professor</h1>
      <EmptyState
        illustration={<GateIllustration className="w-32 text-brand" />}
        title="Professor Not Found"
        text="The professor you're looking for doesn't exist."
        action={
          <>
            <Link to="/rate-my-professor" className={buttonClassName('secondary')}>
              Back to Professors
            </Link>
            {!isNotFound(error) && (
              <p className="mt-3 text-small text-faint">
                {userMessage(error, 'Failed to fetch professor', {
                  withStatus: (status) => `Failed to fetch professor (${status})`,
                })}
              </p>
            )}
          </>
        }
      />
    </div>
  )
}
