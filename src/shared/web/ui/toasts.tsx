import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { useEffect } from 'react'
import { gate } from '../api.ts'

/** Milliseconds that a toast stays; it waits while the pointer or the focus is on it. */
const stay = { success: 2000, error: 4000 }
const mostAtOnce = 20

const manager = Toast.createToastManager()

/** Says in a corner, and aloud, that something was done, or failed. */
export const toast = {
  success: (text: string, timeout = stay.success) => manager.add({ title: text, type: 'success', timeout }),
  error: (text: string, timeout = stay.error) => manager.add({ title: text, type: 'error', timeout, priority: 'high' }),
}

/** Where toasts appear: top right, the newest first. Being slowed down by the server is always told. */
export function Toasts() {
  useEffect(() => {
    const warn = (event: Event) => toast.error((event as CustomEvent<string>).detail)
    gate.addEventListener('too-many', warn)
    return () => gate.removeEventListener('too-many', warn)
  }, [])
  return (
    <Toast.Provider toastManager={manager} limit={mostAtOnce}>
      <Toast.Portal>
        <Toast.Viewport className="fixed top-3 right-3 left-3 z-60 flex flex-col gap-2 sm:left-auto sm:w-80">
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function List() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((item) => (
    <Toast.Root
      key={item.id}
      toast={item}
      className={`flex animate-[rise_150ms_ease-out] items-center gap-2 rounded-control border bg-surface py-1 pr-1 pl-4 shadow-lifted data-ending-style:opacity-0 ${item.type === 'error' ? 'border-danger text-danger' : 'border-line text-ink'}`}
    >
      <Toast.Title className="flex-1 py-2 font-medium" />
      <Toast.Close
        aria-label="Dismiss"
        className="inline-flex size-9 items-center justify-center rounded-full text-soft hover:bg-sunken"
      >
        <X size={16} />
      </Toast.Close>
    </Toast.Root>
  ))
}
