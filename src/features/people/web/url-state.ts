import { useSearchParams } from 'react-router'

const tabs = ['friends', 'requests', 'sent', 'blocked', 'directory'] as const
export type FriendsTab = (typeof tabs)[number]

export type FriendsView = {
  readonly tab: FriendsTab
  readonly q: string
  readonly letter: string
  readonly isNarrowed: boolean
  change(to: { q?: string; letter?: string }): void
  reset(): void
}

/** The selected tab and filters, kept in the URL so that they can be shared and restored by Back. */
export function useFriendsView(): FriendsView {
  const [address, setAddress] = useSearchParams()
  const tab = tabs.find((each) => each === address.get('tab')) ?? 'friends'
  const q = address.get('q') ?? ''
  const letter = address.get('letter') ?? ''
  const show = (next: { tab: FriendsTab; q?: string; letter?: string }) => {
    const shown = Object.entries(next).filter(([key, value]) => value && !(key === 'tab' && value === 'friends'))
    setAddress(Object.fromEntries(shown), { replace: true, preventScrollReset: true })
  }
  return {
    tab,
    q,
    letter,
    isNarrowed: q !== '' || letter !== '',
    change: (to) => show({ tab, q, letter, ...to }),
    reset: () => show({ tab }),
  }
}
