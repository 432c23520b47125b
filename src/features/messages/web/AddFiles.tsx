import { Camera, ImagePlus, Paperclip, Plus } from 'lucide'
import { type RefObject, useRef } from 'react'
import { useIsDesktop } from '../../../shared/web/media-query.ts'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { Menu } from '../../../shared/web/ui/Menu.tsx'
import { offeredFiles } from '../../media/web/file-choice.ts'

/** Chooses photos to send, on a phone also from the camera, or files. */
export function AddFiles({
  onPick,
  onFiles,
}: {
  onPick: (files: readonly File[]) => void
  onFiles: (files: readonly File[]) => void
}) {
  const isDesk = useIsDesktop()
  const photo = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const input = (ref: RefObject<HTMLInputElement | null>, label: string, capture?: 'environment') => (
    <input
      ref={ref}
      type="file"
      accept="image/*"
      {...(capture ? { capture } : { multiple: true })}
      hidden
      aria-label={label}
      onChange={({ target }) => {
        onPick([...(target.files ?? [])])
        target.value = ''
      }}
    />
  )
  const shape = 'max-h-[14vw] max-w-[14vw]'
  return (
    <>
      {isDesk ? (
        <>
          <IconButton label="Add photos" onClick={() => photo.current?.click()} className={shape}>
            <Icon icon={ImagePlus} />
          </IconButton>
          <IconButton label="Send a file" onClick={() => file.current?.click()} className={`${shape} -ml-1`}>
            <Icon icon={Paperclip} />
          </IconButton>
        </>
      ) : (
        <Menu
          label="Add to message"
          className={shape}
          items={[
            { label: 'Photos', icon: <Icon icon={ImagePlus} size={18} />, onSelect: () => photo.current?.click() },
            { label: 'Camera', icon: <Icon icon={Camera} size={18} />, onSelect: () => camera.current?.click() },
            { label: 'File', icon: <Icon icon={Paperclip} size={18} />, onSelect: () => file.current?.click() },
          ]}
        >
          <Icon icon={Plus} size={22} />
        </Menu>
      )}
      {input(photo, 'Photos to send')}
      <input
        ref={file}
        type="file"
        multiple
        accept={offeredFiles}
        hidden
        aria-label="Files to send"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          target.value = ''
        }}
      />
      {!isDesk && input(camera, 'Photo to take and send', 'environment')}
    </>
  )
}
