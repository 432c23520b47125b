import { useQuery } from '@tanstack/react-query'
import { query } from '../../../shared/web/api.ts'
import { templatesApi } from '../desk-contract.gen.ts'
import type { Template } from '../desk-contract.ts'

const noTemplates: readonly Template[] = []

/** The templates of a school; of the viewer's own when it is empty. */
export function useTemplates(school: string): readonly Template[] {
  const list = useQuery(query(templatesApi.list, { query: { school_id: school || undefined } }))
  return list.data?.data ?? noTemplates
}

type Words = { readonly name: string; readonly rule: string; readonly until: string }

/** Fills {name}, {rule} and {until}. Other braces stay. */
export const fillTemplate = (text: string, words: Words): string =>
  text.replaceAll(/\{(name|rule|until)\}/g, (_, key: keyof Words) => words[key])
