/** The column of a bubble: at most 80 % of the list, and 560 px. */
export const bubbleColumnClassName = 'flex max-w-[min(35rem,80%)] min-w-0 flex-col'

/** The text of a bubble; below pictures it is as wide as they are. */
export const bubbleTextClassName = (hasPictures: boolean): string =>
  `px-3.5 py-2 text-body ${hasPictures ? 'max-w-72' : ''}`

/** The shape of a bubble. On touch screens a long press opens the menu, with Copy, instead of selecting text. */
export const bubbleClassName =
  'max-w-full overflow-hidden rounded-[18px] wrap-anywhere pointer-coarse:select-none pointer-coarse:[-webkit-touch-callout:none]'
