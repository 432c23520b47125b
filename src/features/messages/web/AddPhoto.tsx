import { Camera, ImagePlus, Plus } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { useIsDesktop } from '../../../shared/web/media-query.ts'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { Menu } from '../../../shared/web/ui/Menu.tsx'

/** Chooses a photo to send; on a phone, from the photos or the camera. */
export function AddPhoto({ onPick }: { onPick: (file: File) => void }) {
  const isDesk = useIsDesktop()
  const photo = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const input = (ref: RefObject<HTMLInputElement | null>, label: string, capture?: 'environment') => (
    <input
      ref={ref}
      type="file"
      accept="image/*"
      {...(capture ? { capture } : {})}
      hidden
      aria-label={label}
      onChange={({ target }) => {
        const [file] = target.files ?? []
        if (file) onPick(file)
        target.value = ''
      }}
    />
  )
  const shape = 'max-h-[14vw] max-w-[14vw]'
  return (
    <>
      {isDesk ? (
        <IconButton label="Send a photo" onClick={() => photo.current?.click()} className={shape}>
          <Icon icon={ImagePlus} />
        </IconButton>
      ) : (
        <Menu
          label="Add to message"
          className={shape}
          items={[
            { label: 'Photo', icon: <Icon icon={ImagePlus} size={18} />, onSelect: () => photo.current?.click() },
            { label: 'Camera', icon: <Icon icon={Camera} size={18} />, onSelect: () => camera.current?.click() },
          ]}
        >
          <Icon icon={Plus} size={22} />
        </Menu>
      )}
      {input(photo, 'Photo to send')}
      {!isDesk && input(camera, 'Photo to take and send', 'environment')}
    </>
  )
}
