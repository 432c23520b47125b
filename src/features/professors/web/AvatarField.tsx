import { useMutation } from '@tanstack/react-query'
import { ImagePlus } from 'lucide'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { avatarTypes, lightAvatar } from './avatar.ts'

type Props = { file: File | undefined; onChange: (file: File | undefined) => void; error?: string | undefined }

/** Chooses and compresses an image of the professor and shows a preview. */
export function AvatarField({ file, onChange, error }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [preview, setPreview] = useState<string>()
  const lighten = useMutation({ mutationFn: lightAvatar, onSuccess: onChange })
  useEffect(() => {
    const url = file && URL.createObjectURL(file)
    setPreview(url)
    return () => {
      if (url) URL.revokeObjectURL(url)
    }
  }, [file])
  const shown = lighten.error?.message ?? error
  return (
    <fieldset>
      <legend className="mb-1 font-medium">Photo</legend>
      <div className="flex items-center gap-3">
        {preview && <img src={preview} alt="Preview" className="size-16 rounded-full bg-sunken object-cover" />}
        <Button onClick={() => input.current?.click()} pendingLabel={lighten.isPending && 'Processing...'}>
          <Icon icon={ImagePlus} />
          {file ? 'Change photo' : 'Add a photo'}
        </Button>
        {file && (
          <Button variant="ghost" onClick={() => onChange(undefined)}>
            Remove
          </Button>
        )}
      </div>
      <p
        role={shown ? 'alert' : undefined}
        className={`mt-1 text-small ${shown ? 'font-medium text-danger' : 'text-soft'}`}
      >
        {shown ?? 'JPG, PNG or GIF, up to 1 MB'}
      </p>
      <input
        ref={input}
        type="file"
        accept={avatarTypes}
        aria-label="Photo of the professor"
        tabIndex={-1}
        hidden
        onChange={({ target }) => {
          const [chosen] = target.files ?? []
          target.value = '' // so that the same file can be chosen again
          if (chosen) lighten.mutate(chosen)
        }}
      />
    </fieldset>
  )
}
