import { Fragment, useState } from 'react'
import { Link } from 'react-router'

/** Longer texts are folded, so that they are quick to scroll past. */
const long = { characters: 700, lines: 12 }

export const isLongText = (text: string): boolean =>
  text.length > long.characters || text.split('\n').length > long.lines

type Named = { readonly id: string; readonly name: string }
type Props = {
  text: string
  mentions?: readonly Named[]
  className?: string
  /** Never folded: where the text is what the user has opened. */
  whole?: boolean
}

const address = /(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]}])/g

/** A user's text: keeps line breaks, links URLs and mentioned names, and folds a long text until expanded. */
export function RichText({ text, mentions = [], className = '', whole = false }: Props) {
  const [folded, setFolded] = useState(() => !whole && isLongText(text))
  return (
    <>
      <p dir="auto" className={`whitespace-pre-line ${folded ? 'line-clamp-8' : ''} ${className}`}>
        {text.split(address).map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
          <Fragment key={index}>
            {index % 2 === 1 ? <Away to={part} /> : <Mentioning text={part} people={mentions} />}
          </Fragment>
        ))}
      </p>
      {folded && (
        <button
          type="button"
          onClick={() => setFolded(false)}
          className="min-h-11 font-semibold text-brand hover:underline desk:min-h-8"
        >
          Show more
        </button>
      )}
    </>
  )
}

/** An external link, which passes on no referrer. */
const Away = ({ to }: { to: string }) => (
  <a href={to} target="_blank" rel="noopener noreferrer nofollow ugc" className="text-brand underline">
    {to.replace(/^https?:\/\//, '')}
  </a>
)

/** A text in which the names after an @ link to their profiles. */
function Mentioning({ text, people }: { text: string; people: readonly Named[] }) {
  const [person, ...others] = people
  if (!person) return text
  return text.split(`@${person.name}`).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
    <Fragment key={index}>
      {index > 0 && (
        <Link to={`/profile/${person.id}`} className="font-medium text-brand hover:underline">
          @{person.name}
        </Link>
      )}
      <Mentioning text={part} people={others} />
    </Fragment>
  ))
}
