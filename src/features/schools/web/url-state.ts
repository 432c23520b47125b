import { choiceParam, pageParam, textParam } from '../../../shared/web/url-params.ts'
import { useUrlState } from '../../../shared/web/url-state.ts'

const params = { page: pageParam, search: textParam, active: choiceParam(['true', 'false'], '') }
export const useSchoolsView = () => useUrlState(params)
