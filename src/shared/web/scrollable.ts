/** A ref for a small region that may scroll. Where it does, the keyboard reaches it, which not every browser does itself. */
export function scrollableRef(element: HTMLElement | null): void {
  if (element && element.scrollHeight > element.clientHeight) element.tabIndex = 0
}
