import { useMutation } from '@tanstack/react-query'
import { ImagePlus, X } from 'lucide'
import { useRef, useState } from 'react'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import type { Media } from '../../media/contract.ts'
import { Picture } from '../../media/web/Picture.tsx'
import { Objection, pictureTypes, uploadPicture } from '../../media/web/picture-upload.ts'
import { coverDrawings, paintCover } from './cover-drawings.ts'

type Props = { picture: Media | undefined; onChange: (picture: Media | undefined) => void }

/** The cover of an event: a photo, or one of eight drawings, which is uploaded as an image. */
export function CoverField({ picture, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const upload = useMutation({
    mutationFn: async (file: File | Promise<File>) => uploadPicture(await file, 'event'),
    onMutate: () => setProblem(undefined),
    onSuccess: onChange,
    onError: (error) => setProblem(error instanceof Objection ? error.message : 'Failed to upload event image'),
  })
  return (
    <fieldset className="-mx-5 -mt-1 min-w-0 sm:mx-0">
      <legend className="sr-only">Cover photo</legend>
      <div className="relative aspect-[16/7] overflow-hidden bg-sunken sm:rounded-control">
        {picture ? (
          <>
            <Picture media={picture} alt="Photo 1" sizes="(width < 40rem) 100vw, 720px" />
            <IconButton
              label="Remove photo 1"
              onClick={() => onChange(undefined)}
              className="absolute top-2 right-2 bg-black/55 text-white hover:bg-black/75 hover:text-white"
            >
              <Icon icon={X} strokeWidth={2} />
            </IconButton>
          </>
        ) : (
          <button
            type="button"
            disabled={upload.isPending}
            onClick={() => input.current?.click()}
            className="centered size-full flex-col gap-1 font-medium text-soft -outline-offset-4 transition-colors hover:text-ink"
          >
            <Icon icon={ImagePlus} size={24} />
            {upload.isPending ? 'Uploading...' : 'Add a photo'}
          </button>
        )}
      </div>
      <ul aria-label="Drawings" className="flex gap-1 overflow-x-auto px-4 pt-2 [scrollbar-width:none] sm:px-0">
        {coverDrawings.map((drawing) => (
          <li key={drawing.name} className="shrink-0">
            <button
              type="button"
              aria-label={`Use the drawing: ${drawing.name}`}
              title={drawing.name}
              aria-disabled={upload.isPending}
              onClick={() => upload.isPending || upload.mutate(paintCover(drawing))}
              className="flex min-h-11 items-center rounded-control p-1 aria-disabled:opacity-50"
            >
              <svg aria-hidden="true" viewBox="0 0 320 180" width="64" height="36" className="rounded-lg">
                <rect width="320" height="180" fill={drawing.ground} />
                {drawing.shapes.map(({ path, fill }) => (
                  <path key={path} d={path} fill={fill} />
                ))}
              </svg>
            </button>
          </li>
        ))}
      </ul>
      {problem && (
        <p role="alert" className="mt-1 px-5 text-small font-medium text-danger">
          {problem}
        </p>
      )}
      <input
        ref={input}
        type="file"
        accept={pictureTypes}
        aria-label="Cover photo"
        tabIndex={-1}
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) upload.mutate(file)
          target.value = '' // so that the same file can be chosen again
        }}
      />
    </fieldset>
  )
}
