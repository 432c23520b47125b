/** The choices of a select, in this order. A value of the contract without a label fails to compile. */
export const toOptions = <V extends string>(labels: Readonly<Record<V, string>>) =>
  Object.entries(labels) as unknown as readonly (readonly [value: V, label: string])[]
