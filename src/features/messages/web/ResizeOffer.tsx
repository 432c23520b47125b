import { X } from 'lucide'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { maxUploadBytes } from '../../media/contract.gen.ts'
import { loadCompress } from '../../media/web/load.ts'

type Props = { files: readonly File[]; onResized: (files: readonly File[]) => void; onClose: () => void }

/** Photos are too large: offers to attach smaller copies. */
export function ResizeOffer({ files, onResized, onClose }: Props) {
  const resize = useLockedMutation({
    async mutationFn() {
      const { compress } = await loadCompress()
      const small: File[] = []
      // One by one: ten photos compressed concurrently would fill a phone's memory.
      for (const file of files) small.push(await compress(file, maxUploadBytes.message - 1))
      return small
    },
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
      <IconButton label={files.length === 1 ? 'Don’t send this photo' : 'Don’t send these photos'} onClick={onClose}>
        <Icon icon={X} size={18} />
      </IconButton>
    </div>
  )
}
