import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide'
import { useEffect } from 'react'
import { Icon } from './Icon.tsx'

const maxToasts = 20

/** Makes a toast a group instead of a dialog. */
const aside = { role: 'group', 'aria-modal': undefined } as const

const { promise, resolve } = Promise.withResolvers<void>()
/**
 * `manager` holds the toasts; a toast stays while the pointer or the focus is on it. Toasts added before `listens`
 * resolves are lost.
 */
export const rack = { manager: Toast.createToastManager(), listens: promise }

/**
 * Shows toasts at the top right, newest first. The large half of `toasts.tsx`, which loads it when the user first does something.
 */
export default function ToastViewport() {
  return (
    <Toast.Provider toastManager={rack.manager} limit={maxToasts}>
      <Toast.Portal>
        <Toast.Viewport className="toasts">
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

const toastClassName = [
  'pointer-events-auto z-[calc(99-var(--toast-index))] flex animate-[rise_150ms_ease-out] items-center-safe gap-2',
  'rounded-control border bg-surface py-0.5 pr-0.5 pl-4 shadow-lifted data-ending-style:opacity-0',
].join(' ')

function List() {
  const { toasts } = Toast.useToastManager()
  useEffect(() => void setTimeout(resolve), []) // the provider around it subscribes in this same commit
  return toasts.map((item) => (
    <Toast.Root
      key={item.id}
      toast={item}
      {...aside}
      className={`${toastClassName} ${item.type === 'error' ? 'border-danger text-danger' : 'border-line text-ink'}`}
    >
      <Toast.Title className="min-w-0 flex-1 font-medium" />
      {item.actionProps && (
        <Toast.Action className="min-h-11 rounded-control px-3 font-semibold text-brand hover:bg-sunken" />
      )}
      <Toast.Close
        aria-label="Dismiss"
        aria-hidden={undefined} // what the keyboard can reach must be announced
        className="disc size-11 text-soft hover:bg-sunken"
      >
        <Icon icon={X} size={16} strokeWidth={2} />
      </Toast.Close>
    </Toast.Root>
  ))
}
