import { toast } from './ui/toasts.tsx'

/** Copies the address of a path of this site, and says so. */
export const copyLink = (path: string): Promise<void> =>
  navigator.clipboard.writeText(location.origin + path).then(
    () => toast.success('Link copied'),
    () => toast.error('Couldn’t copy the link. Try again.'),
  )

/** Opens the share sheet of the device; without one, copies the link. A user who closes the sheet has decided. */
export const shareLink = (path: string): Promise<void> =>
  navigator.share?.({ url: location.origin + path }).catch(() => {}) ?? copyLink(path)
