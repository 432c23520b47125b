import { isUnder } from '../titles.ts'

/** The width of the header and of the columns below it. It is the same on all pages but the admin panel. */
export const shellWidth = (pathname: string): string =>
  isUnder(pathname, '/admin') ? 'max-w-[1680px]' : 'max-w-[1568px]'

/** Pages of two columns, which have the right rail below until a screen has room for it. */
const splitPage = /^\/(rate-my-professor\/|assignment-help$)/
export const isSplitPage = (pathname: string): boolean => splitPage.test(pathname)

/** Pages that show a grid, which a wide screen makes wider, up to 920 px. Text keeps 620 px, about 80 characters. */
const gridPages = ['/events', '/marketplace']
/** Beside the posts of a group there is room for what it is about. */
const groupPage = /^\/groups\/[^/]+$/
export const isGridPage = (pathname: string): boolean => gridPages.includes(pathname) || groupPage.test(pathname)
