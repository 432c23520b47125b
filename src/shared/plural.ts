/** '1 post', '1,200 posts'. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

/** Most counts are small, and toLocaleString creates a format each time. */
const formatCount = (count: number): string => (count < 1000 ? String(count) : count.toLocaleString('en'))
