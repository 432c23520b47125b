import { ImagePlus } from 'lucide'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { maxUploadBytes } from '../../media/contract.gen.ts'

type Props = {
  /** Current image of the ad. */
  url: string | null
  /** New image that is not uploaded yet. */
  file: File | undefined
  onChoose: (file: File) => void
  onRemove: () => void
}

/** The image of an ad, uploaded when the ad is saved. */
export function AdImage({ url, file, onChoose, onRemove }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const [preview, setPreview] = useState<string>()
  useEffect(() => {
    if (!file) return setPreview(undefined)
    const address = URL.createObjectURL(file)
    setPreview(address)
    return () => URL.revokeObjectURL(address)
  }, [file])
  const take = (chosen: File | undefined) => {
    if (!chosen) return
    const isImage = chosen.type.startsWith('image/')
    const isSmall = chosen.size <= maxUploadBytes.ad
    setProblem(!isImage ? 'File must be an image' : isSmall ? undefined : 'Use an image under 2 MB.')
    if (isImage && isSmall) onChoose(chosen)
  }
  const shown = preview ?? url
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        Ad Image
      </label>
      <div className="flex items-center gap-3">
        {shown ? (
          <img src={shown} alt="" className="h-16 w-28 rounded-control bg-sunken object-cover" />
        ) : (
          <span className="centered h-16 w-28 rounded-control bg-sunken text-faint">
            <Icon icon={ImagePlus} />
          </span>
        )}
        {shown && (
          <Button
            variant="ghost"
            onClick={() => {
              if (input.current) input.current.value = '' // so that it names no file, and the same one can be chosen again
              onRemove()
            }}
          >
            Remove
          </Button>
        )}
      </div>
      <input
        ref={input}
        id={id}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        aria-describedby={`${id}-note`}
        onChange={(event) => take(event.target.files?.[0])}
        className="mt-2 block w-full text-small text-soft file:mr-3 file:min-h-9 file:rounded-control file:border file:border-line file:bg-surface file:px-3 file:font-medium file:text-ink"
      />
      <p
        id={`${id}-note`}
        role={problem ? 'alert' : undefined}
        className={`mt-1 text-small ${problem ? 'font-medium text-danger' : 'text-soft'}`}
      >
        {problem ?? 'Optional. JPEG, PNG or WebP, up to 2 MB'}
      </p>
    </div>
  )
}
