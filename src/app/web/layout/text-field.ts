/** True for a focused field that a keyboard on the screen belongs to. */
export const isTextField = (element: Element | null): boolean =>
  element instanceof HTMLElement &&
  (element.isContentEditable ||
    element.matches(
      'textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=file], [type=range])',
    ))
