import { choiceParam, textParam, valueParam } from '../../../shared/web/url-params.ts'
import { useUrlState } from '../../../shared/web/url-state.ts'

const params = {
  /** Empty: the page chooses. */
  tab: choiceParam(['friends', 'requests', 'sent', 'blocked', 'directory'], '', 'view'),
  q: textParam,
  letter: valueParam(),
}

export type FriendsView = ReturnType<typeof useFriendsView>
export const useFriendsView = () => useUrlState(params)
