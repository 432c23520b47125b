/** Sets whether the user sees numbers of likes, before the items render. */
export function showLikeCounts(isShown: boolean): void {
  document.documentElement.dataset.likes = isShown ? 'counted' : 'uncounted'
}

export const areLikeCountsShown = (): boolean => document.documentElement.dataset.likes !== 'uncounted'
