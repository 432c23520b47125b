/** Before the button to remove a picture of the list is gone, moves its focus to that of a neighbour, or to `last`. */
export function focusNeighbour(list: HTMLElement | null, index: number, last: HTMLElement | null): void {
  const buttons = [...(list?.querySelectorAll<HTMLElement>('[data-side=remove]') ?? [])]
  const next = buttons[index + 1] ?? buttons[index - 1] ?? last
  next?.focus()
}
