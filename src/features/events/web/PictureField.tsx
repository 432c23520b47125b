import { useMutation } from '@tanstack/react-query'
import { ImagePlus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import type { Media } from '../../media/contract.ts'
import { Picture } from '../../media/web/Picture.tsx'
import { Objection, pictureTypes, uploadPicture } from '../../media/web/picture-upload.ts'

type Props = { picture: Media | null; onChange: (picture: Media | null) => void }

/** The picture of an event: chosen, compressed and uploaded at once, and shown as it will be. */
export function PictureField({ picture, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const upload = useMutation({
    mutationFn: (file: File) => uploadPicture(file, 'event'),
    onMutate: () => setProblem(undefined),
    onSuccess: onChange,
    onError: (error) => setProblem(error instanceof Objection ? error.message : 'Failed to upload event image'),
  })
  const choose = () => input.current?.click()
  return (
    <div className="mt-4">
      <p className="mb-1 font-medium">Picture</p>
      {picture ? (
        <div className="relative aspect-[2/1] overflow-hidden rounded-control bg-sunken">
          <Picture media={picture} alt="The event’s picture" sizes="472px" />
          <IconButton
            label="Remove picture"
            onClick={() => onChange(null)}
            className="absolute top-2 right-2 bg-black/55 text-white hover:bg-black/75 hover:text-white"
          >
            <X size={20} />
          </IconButton>
        </div>
      ) : (
        <Button onClick={choose} busy={upload.isPending && 'Uploading...'}>
          <ImagePlus size={20} strokeWidth={1.75} aria-hidden />
          Add a picture
        </Button>
      )}
      {problem && (
        <p role="alert" className="mt-1 text-small font-medium text-danger">
          {problem}
        </p>
      )}
      <input
        ref={input}
        type="file"
        accept={pictureTypes}
        aria-label="Event picture"
        tabIndex={-1}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = '' // so that the same file can be chosen again
          if (file) upload.mutate(file)
        }}
      />
    </div>
  )
}
