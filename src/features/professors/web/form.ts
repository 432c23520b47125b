import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { useDraftFields } from '../../../shared/web/draft.ts'

export type ProfessorFieldErrors = Readonly<Record<string, string | undefined>>

/** Whether a text is a web URL or empty. A loose check; the server decides. */
export const isWebsite = (text: string): boolean =>
  /^\s*$|^\s*(https?:\/\/)?([a-z0-9-]+\.)+[a-z]{2,}(:\d+)?([/?#]\S*)?\s*$/i.test(text)
export const websiteProblem = 'Please enter a valid website URL (e.g., exeter.edu or https://www.example.edu)'

/** State of a form: kept as a draft until it is sent, and validated before. Focuses the first invalid field. */
export function useForm<F extends object>(
  name: string,
  empty: F,
  { check, send }: { check: (fields: F) => ProfessorFieldErrors; send: () => void },
) {
  const { fields, setFields } = useDraftFields<F>(name, () => empty)
  const [problems, setProblems] = useState<ProfessorFieldErrors>({})
  const form: RefObject<HTMLFormElement | null> = useRef(null)
  return {
    form,
    fields,
    problems,
    change(to: Partial<F>) {
      setFields({ ...fields, ...to })
      // An error of a field disappears when its value changes.
      setProblems(Object.fromEntries(Object.entries(problems).filter(([field]) => !(field in to))))
    },
    submit(submitted: FormEvent) {
      submitted.preventDefault()
      submitted.stopPropagation() // a dialog over another one is a nested form in React
      const found = check(fields)
      setProblems(found)
      if (Object.values(found).every((problem) => problem === undefined)) return send()
      requestAnimationFrame(() => {
        const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
        const target = wrong?.matches('input, select, textarea') ? wrong : wrong?.querySelector<HTMLElement>('input')
        target?.focus()
      })
    },
  }
}
