import { useMutation } from '@tanstack/react-query'
import { ImagePlus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import type { Media, Purpose } from '../contract.ts'
import { Picture } from './Picture.tsx'
import { Objection, pictureTypes, uploadPicture } from './picture-upload.ts'

type Props = {
  label: string
  purpose: Purpose
  max: number
  pictures: readonly Media[]
  onChange: (pictures: Media[]) => void
  /** Message when an upload fails for a reason other than the file. */
  failure: string
  /** The form's own reason to refuse a file, before the reasons of all pictures. */
  objectionTo?: (file: File) => string | undefined
}

/** The images of a form: chosen files are checked, compressed and uploaded immediately, and shown as previews. */
export function PicturesField({ label, purpose, max, pictures, onChange, failure, objectionTo }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const upload = useMutation({
    mutationFn: (files: readonly File[]) => Promise.all(files.map((file) => uploadPicture(file, purpose))),
    onMutate: () => setProblem(undefined),
    onSuccess: (added) => onChange([...pictures, ...added]),
    onError: (error) => setProblem(error instanceof Objection ? error.message : failure),
  })
  const add = (files: readonly File[]) => {
    const objection = objectionTo && files.map(objectionTo).find(Boolean)
    if (objection) setProblem(objection)
    else if (pictures.length + files.length > max) setProblem(`Maximum ${max} files allowed`)
    else if (files.length > 0) upload.mutate(files)
  }
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{label}</legend>
      {pictures.length > 0 && (
        <ul className={`mb-2 grid gap-2 ${max === 1 ? '' : 'grid-cols-3'}`}>
          {pictures.map((picture, index) => (
            <li
              key={picture.url}
              className={`relative overflow-hidden rounded-control bg-sunken ${max === 1 ? 'aspect-[2/1]' : 'aspect-square'}`}
            >
              <Picture media={picture} alt={`Photo ${index + 1}`} sizes={max === 1 ? '472px' : '160px'} />
              <IconButton
                label={`Remove photo ${index + 1}`}
                onClick={() => onChange(pictures.filter((item) => item !== picture))}
                className="absolute top-1 right-1 bg-black/55 text-white hover:bg-black/75 hover:text-white"
              >
                <Icon icon={X} strokeWidth={2} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {pictures.length < max && (
        <Button onClick={() => input.current?.click()} pendingLabel={upload.isPending && 'Uploading...'}>
          <Icon icon={ImagePlus} />
          {max === 1 ? 'Add a photo' : 'Add photos'}
          {max > 1 && (
            <span className="text-small text-soft tabular-nums">
              {pictures.length} / {max}
            </span>
          )}
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
        multiple={max > 1}
        accept={pictureTypes}
        aria-label={label}
        tabIndex={-1}
        hidden
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = '' // so that the same file can be chosen again
          add(files)
        }}
      />
    </fieldset>
  )
}
