import { Flame, Trash2 } from 'lucide'
import { type CSSProperties, useState } from 'react'
import { call } from '../../../shared/web/api.ts'
import { useRefreshWhenPublished } from '../../../shared/web/publication.ts'
import { hues } from '../../../shared/web/ui/Avatar.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { ReactionButton } from '../../../shared/web/ui/ReactionButton.tsx'
import { RichText } from '../../../shared/web/ui/RichText.tsx'
import { Time } from '../../../shared/web/ui/Time.tsx'
import { ContentNote } from '../../discussions/web/ContentNote.tsx'
import { ReportButton } from '../../moderation/web/ReportButton.tsx'
import { reportAboutMe } from '../../people/web/about-me.tsx'
import { HideButton } from '../../people/web/HideButton.tsx'
import { confessionsApi } from '../contract.gen.ts'
import type { Confession } from '../contract.ts'
import { DeleteConfession } from './DeleteConfession.tsx'
import { findLabel } from './labels.ts'
import { useLike } from './queries.ts'

/** A shorter confession is set in larger text. */
const shortTextLength = 120
const goldNumber = 100

/** A light background, by the number: it reveals nothing that the number does not. */
function pickTint(number: number): string {
  const hue = hues[number % hues.length]
  return `light-dark(oklch(0.975 0.018 ${hue}), oklch(0.245 0.025 ${hue}))`
}

/** One confession, with its number instead of an author. */
export function ConfessionCard({ confession, isAboutMe = false }: { confession: Confession; isAboutMe?: boolean }) {
  const [isDeleting, setIsDeleting] = useState(false)
  const { id, confession_number, content, category, created_at, is_author, trending, can } = confession
  const { pending = false, state } = confession
  useRefreshWhenPublished(pending && state === undefined, confessionsApi)
  const name = pending ? 'confession' : `confession #${confession_number}`
  return (
    <article
      aria-label={pending ? 'Your new confession' : `Confession #${confession_number}`}
      className="card px-4.5 pt-4 pb-1.5"
      style={pending ? undefined : ({ '--card-color': pickTint(confession_number) } as CSSProperties)}
    >
      <header className="flex items-center gap-3">
        <span aria-hidden className="hatched size-10 shrink-0 rounded-full" />
        <div className="min-w-0 flex-1">
          <h2 className="flex flex-wrap items-center gap-x-2 text-body tabular-nums">
            <span
              className={!pending && confession_number === goldNumber ? 'rounded-full bg-gold px-2 text-black' : ''}
            >
              {pending ? 'New' : `#${confession_number}`}
            </span>
            {is_author && (
              <span className="rounded-full bg-brand-soft px-2 py-px font-sans text-tiny font-semibold tracking-normal text-brand">
                Yours
              </span>
            )}
          </h2>
          <p className="truncate text-small text-faint">
            <Time at={created_at} /> · {findLabel(category)}
          </p>
        </div>
        {trending && (
          <span className="inline-flex items-center gap-1 self-start rounded-full bg-gold-soft px-2.5 py-0.5 text-small font-semibold text-orange">
            <Icon icon={Flame} size={14} strokeWidth={2} /> Trending
          </span>
        )}
      </header>
      <div className="mt-3">
        <ContentNote note={confession.note} isOwn={is_author}>
          <RichText
            text={content}
            className={`max-w-132 ${content.length < shortTextLength ? 'text-lg' : 'text-body'}`}
          />
        </ContentNote>
      </div>
      <footer className="mt-1 flex items-center">
        {pending ? (
          <p className="text-small text-faint">
            {state === 'waiting'
              ? 'This appears after a moderator has read it.'
              : 'Only you can see this for now. Others will see it within two minutes.'}
          </p>
        ) : (
          <LikeButton confession={confession} />
        )}
        <span className="flex-1" />
        {isAboutMe && can.report && !pending && (
          <Button
            variant="ghost"
            onClick={() => void reportAboutMe((body) => call(confessionsApi.report, { params: { id }, body }))}
          >
            This is about me
          </Button>
        )}
        {can.report && !pending && <HideButton label={`Hide ${name}`} kind="confession" id={id} />}
        {can.report && !pending && (
          <ReportButton
            label={`Report ${name}`}
            className={can.delete ? '' : '-mr-2.5'}
            what="confession"
            id={id}
            text={content}
            report={(body) => call(confessionsApi.report, { params: { id }, body })}
          />
        )}
        {can.delete && (
          <IconButton label={`Delete ${name}`} className="-mr-2.5" onClick={() => setIsDeleting(true)}>
            <Icon icon={Trash2} size={18} />
          </IconButton>
        )}
      </footer>
      {isDeleting && <DeleteConfession id={id} onClose={() => setIsDeleting(false)} />}
    </article>
  )
}

function LikeButton({ confession }: { confession: Confession }) {
  const toggleLike = useLike(confession)
  const { is_liked, likes_count } = confession
  return <ReactionButton isOn={is_liked} count={likes_count} onToggle={toggleLike} className="-ml-2.5" />
}
