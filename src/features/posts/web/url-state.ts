import { choiceParam, itemParam, textParam } from '../../../shared/web/url-params.ts'
import { useUrlState } from '../../../shared/web/url-state.ts'
import { feedFilters } from '../contract.gen.ts'

const params = { filter: choiceParam(feedFilters, 'all'), search: textParam, post: itemParam }

export type FeedView = ReturnType<typeof useFeedView>
export const useFeedView = () => useUrlState(params)
