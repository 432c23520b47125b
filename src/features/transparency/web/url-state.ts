import type { UrlParam } from '../../../shared/web/url-params.ts'
import { useUrlState } from '../../../shared/web/url-state.ts'

/** A quarter; the newest one by default. */
const period: UrlParam<string> = {
  kind: 'view',
  empty: '',
  parse: (text) => (/^\d{4}-Q[1-4]$/.test(text) ? text : ''),
  format: (value) => value,
}
export const useTransparencyView = () => useUrlState({ period })
