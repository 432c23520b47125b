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

/** Those for the priority of the case first, those for another one last. */
export function orderTemplates(
  templates: readonly Template[],
  priority: Template['priority'] | undefined,
): readonly Template[] {
  const place = (template: Template) => (template.priority === null ? 1 : template.priority === priority ? 0 : 2)
  return templates.toSorted((one, other) => place(one) - place(other))
}

type Words = { readonly name: string; readonly rule: string; readonly until: string }

/** Fills {name}, {rule} and {until}. Other braces stay. */
export const fillTemplate = (text: string, words: Words): string =>
  text.replaceAll(/\{(name|rule|until)\}/g, (_, key: keyof Words) => words[key])
