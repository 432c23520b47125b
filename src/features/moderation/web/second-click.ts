import type { MouseEvent } from 'react'

/** Whether a click is the second one of a double click. Where rows or cases move up, it hits the next one. */
export const isSecondClick = ({ detail }: MouseEvent): boolean => detail > 1
