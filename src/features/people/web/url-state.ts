import { choiceParam, textParam, valueParam } from '../../../shared/web/url-params.ts'
import { useUrlState } from '../../../shared/web/url-state.ts'

const params = {
  tab: choiceParam(['friends', 'requests', 'sent', 'blocked', 'directory'], 'friends', 'view'),
  q: textParam,
  letter: valueParam(),
}

export type FriendsView = ReturnType<typeof useFriendsView>
export const useFriendsView = () => useUrlState(params)
