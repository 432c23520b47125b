import { useId, useState } from 'react'
import { parseIsbn } from '../../../shared/isbn.ts'
import { fieldClassName } from '../../../shared/web/ui/field-classes.ts'
import { wrongIsbn } from '../contract.gen.ts'
import type { MarketView } from './url-state.ts'

/** Filters by an ISBN, applied with Enter and when the field is left. A wrong one is marked. */
export function IsbnFilter({ view }: { view: MarketView }) {
  const id = useId()
  const [text, setText] = useState(view.isbn)
  const [isWrong, setIsWrong] = useState(false)
  const apply = () => {
    const isbn = parseIsbn(text) ?? ''
    setIsWrong(isbn === '' && text.trim() !== '')
    if (isbn !== view.isbn) view.change({ isbn })
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <label htmlFor={id} className="mb-1.5 block font-medium">
        ISBN
      </label>
      <input
        id={id}
        value={text}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-note` : undefined}
        onChange={(event) => {
          setText(event.target.value)
          setIsWrong(false)
        }}
        onBlur={apply}
        className={`${fieldClassName} min-h-11 w-full`}
      />
      {isWrong && (
        <p id={`${id}-note`} role="alert" className="mt-1 text-small font-medium text-danger">
          {wrongIsbn}
        </p>
      )}
    </form>
  )
}
