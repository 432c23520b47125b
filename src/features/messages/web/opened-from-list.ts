/** State of the history entry of a chat that was opened from the list: Back returns to that entry. */
export const openedFromList = 'opened from list'
