import { Component, type ReactNode } from 'react'

type Props = {
  fallback: ReactNode
  children: ReactNode
  /** A new value shows the children again after a failure. */
  resetKey?: string
}
type State = { readonly hasFailed: boolean; readonly resetKey: string | undefined }

/** Keeps the failure of one part from breaking the whole page. */
export class Boundary extends Component<Props, State> {
  override state: State = { hasFailed: false, resetKey: this.props.resetKey }
  static getDerivedStateFromError = () => ({ hasFailed: true })
  static getDerivedStateFromProps = ({ resetKey }: Props, state: State): State | null =>
    resetKey === state.resetKey ? null : { hasFailed: false, resetKey }
  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
