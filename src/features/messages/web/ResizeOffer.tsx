import { X } from 'lucide-react'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { maxUploadBytes } from '../../media/contract.gen.ts'
import { loadCompress } from '../../media/web/load.ts'

type Props = { file: File; onResized: (file: File) => void; onClose: () => void }

/** A photo is too large: offers to send a smaller copy. */
export function ResizeOffer({ file, onResized, onClose }: Props) {
  const resize = useLockedMutation({
    mutationFn: async () => (await loadCompress()).compress(file, maxUploadBytes.message - 1),
    onSuccess: onResized,
    onError: () => toast.error('Failed to compress image'),
  })
  return (
    <div className="flex flex-wrap items-center gap-x-2 pl-2">
      <p role="alert" className="min-w-40 flex-1 text-small font-medium text-danger">
        File size must be less than 1MB
      </p>
      <Button variant="ghost" pendingLabel={resize.isPending && 'Resizing...'} onClick={() => resize.mutate()}>
        Resize and attach
      </Button>
      <IconButton label="Don’t send this photo" onClick={onClose}>
        <Icon icon={X} size={18} />
      </IconButton>
    </div>
  )
}
