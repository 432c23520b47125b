import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { useEffect } from 'react'

const maxToasts = 20

/** A word on the side, and no dialog that waits for an answer. */
const aside = { role: 'group', 'aria-modal': undefined } as const

const { promise, resolve } = Promise.withResolvers<void>()
/**
 * `manager` holds what is said; a toast waits while the pointer or the focus is on it. What it is told before `listens` is
 * kept is heard by nobody.
 */
export const rack = { manager: Toast.createToastManager(), listens: promise }

/** Where toasts stand: top right, the newest first. The heavy half of `toasts.tsx`, which brings it when all is quiet. */
export default function ToastViewport() {
  return (
    <Toast.Provider toastManager={rack.manager} limit={maxToasts}>
      <Toast.Portal>
        <Toast.Viewport className="pointer-events-none fixed top-[calc(0.5rem+env(safe-area-inset-top))] right-3 left-3 z-60 flex flex-col gap-2 sm:left-auto sm:w-72">
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function List() {
  const { toasts } = Toast.useToastManager()
  useEffect(() => void setTimeout(resolve), []) // the provider around it begins to listen in this same commit
  return toasts.map((item) => (
    <Toast.Root
      key={item.id}
      toast={item}
      {...aside}
      className={`pointer-events-auto flex animate-[rise_150ms_ease-out] items-center gap-2 rounded-control border bg-surface py-0.5 pr-0.5 pl-4 shadow-lifted data-ending-style:opacity-0 ${item.type === 'error' ? 'border-danger text-danger' : 'border-line text-ink'}`}
    >
      <Toast.Title className="flex-1 py-2 font-medium" />
      {item.actionProps && (
        <Toast.Action className="min-h-11 rounded-control px-3 font-semibold text-brand hover:bg-sunken" />
      )}
      <Toast.Close
        aria-label="Dismiss"
        aria-hidden={undefined} // whatever can be reached by keyboard can be heard
        className="inline-flex size-11 items-center justify-center rounded-full text-soft hover:bg-sunken"
      >
        <X size={16} />
      </Toast.Close>
    </Toast.Root>
  ))
}
