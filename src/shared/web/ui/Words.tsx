import { Fragment, useState } from 'react'

/** From here on a text is folded: long enough that somebody who scrolls past would rather not read all of it. */
const long = { characters: 700, lines: 12 }

const address = /(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]}])/g

/** What a person wrote: line breaks kept, web addresses made links, a long text folded until asked for. */
export function Words({ text, className = '' }: { text: string; className?: string }) {
  const isLong = text.length > long.characters || text.split('\n').length > long.lines
  const [folded, fold] = useState(isLong)
  return (
    <>
      <p className={`whitespace-pre-line ${folded ? 'line-clamp-8' : ''} ${className}`}>
        {text.split(address).map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
          <Fragment key={at}>{at % 2 === 1 ? <Away to={part} /> : part}</Fragment>
        ))}
      </p>
      {folded && (
        <button
          type="button"
          onClick={() => fold(false)}
          className="min-h-11 font-semibold text-brand hover:underline desk:min-h-8"
        >
          Show more
        </button>
      )}
    </>
  )
}

/** A link out of the product, which learns nothing from it. */
const Away = ({ to }: { to: string }) => (
  <a href={to} target="_blank" rel="noopener noreferrer nofollow ugc" className="text-brand underline">
    {to.replace(/^https?:\/\//, '')}
  </a>
)
