import type { Quote } from '../contract.ts'

type Props = {
  quote: Pick<Quote, 'sender_name' | 'excerpt'> & { readonly id: string | null }
  /** Whether it is in a bubble of the viewer, which is dark. */
  onBrand: boolean
  /** Shows the original. Absent where there is none to show. */
  onJump?: (() => void) | undefined
}

/** The line that a reply quotes. A press jumps to the original. */
export function QuotedMessage({ quote: { sender_name, excerpt }, onBrand, onJump }: Props) {
  const text = (
    <>
      {sender_name && <span className="block truncate font-semibold">{sender_name}</span>}
      <span dir="auto" className={`line-clamp-2 wrap-anywhere ${sender_name ? '' : 'italic'}`}>
        {excerpt}
      </span>
    </>
  )
  const shape = `block w-full rounded-[12px] border-l-3 px-2.5 py-1.5 text-left text-small ${
    onBrand ? 'border-on-brand/70 bg-on-brand/15' : 'border-brand bg-surface'
  }`
  return (
    <div className="px-1.5 pt-1.5">
      {onJump ? (
        <button type="button" tabIndex={-1} onClick={onJump} className={shape}>
          <span className="sr-only">Show the message: </span>
          {text}
        </button>
      ) : (
        <p className={shape}>{text}</p>
      )}
    </div>
  )
}
