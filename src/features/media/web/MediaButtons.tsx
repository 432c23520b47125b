import { Camera, ImagePlus } from 'lucide'
import { useRef } from 'react'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import type { MediaPickerState } from './useMediaPicker.ts'

/** Opens the files for a MediaPicker, and the camera of a phone. */
export function MediaButtons({ picker, disabled }: { picker: MediaPickerState; disabled: boolean }) {
  const camera = useRef<HTMLInputElement>(null)
  const isDisabled = disabled || picker.isFull
  return (
    <div className="-ml-2.5 flex">
      <IconButton label="Add photos or videos" data-add onClick={picker.open} disabled={isDisabled}>
        <Icon icon={ImagePlus} />
      </IconButton>
      <IconButton
        label="Take a photo"
        onClick={() => camera.current?.click()}
        disabled={isDisabled}
        className="pointer-fine:hidden"
      >
        <Icon icon={Camera} />
      </IconButton>
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label="Photo from the camera"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = '' // so that the same photo can be chosen again
          picker.uploads.add(files)
        }}
      />
    </div>
  )
}
