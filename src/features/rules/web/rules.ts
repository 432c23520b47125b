import { useQuery } from '@tanstack/react-query'
import { query } from '../../../shared/web/api.ts'
import { rulesApi } from '../contract.gen.ts'

/** The rules in force of the viewer's school, or of another one for site administrators. */
export const useRules = (school?: string) =>
  useQuery(query(rulesApi.list, { query: { school_id: school || undefined } })).data?.data ?? []
