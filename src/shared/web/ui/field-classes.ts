/** The shape of a field of a form. */
export const fieldClassName =
  'w-full rounded-control border border-transparent bg-sunken px-3.5 text-body aria-invalid:border-danger desk:text-base'

/** A field of several lines that grows with its text, below a conversation. */
export const replyFieldClassName =
  'field-sizing-content max-h-40 min-h-11 min-w-0 resize-none rounded-control bg-sunken px-3.5 py-2.5 text-body desk:text-base'

/** The main text of a form: large and without a box. */
export const bigTextClassName =
  'field-sizing-content w-full shrink-0 resize-none bg-transparent py-2 text-[1.125rem]/7 outline-none'
