import type { ComponentType } from 'react'

/**
 * One component in its documented states. The default export of `X.story.tsx` beside the component: /dev/ui shows it,
 * and a test renders each state and checks it with axe.
 */
export type Story = { readonly name: string; readonly states: Readonly<Record<string, ComponentType>> }
