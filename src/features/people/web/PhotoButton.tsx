import { type ReactNode, useRef } from 'react'
import { pictureTypes } from '../../media/web/picture-upload.ts'
import { usePhoto } from './photo.ts'

type Props = {
  kind: 'avatar' | 'cover'
  label: string
  className: string
  children: (busy: boolean) => ReactNode
}

/** A button that opens a file chooser and sets the viewer's photo. */
export function PhotoButton({ kind, label, className, children }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const { mutate, isPending } = usePhoto(kind)
  return (
    <>
      <button
        type="button"
        aria-label={label}
        title={label}
        aria-busy={isPending}
        disabled={isPending}
        onClick={() => input.current?.click()}
        className={className}
      >
        {children(isPending)}
      </button>
      <input
        ref={input}
        type="file"
        accept={pictureTypes}
        tabIndex={-1}
        aria-label={`File: ${label}`}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = '' // so that the same file can be chosen again
          if (file) mutate(file)
        }}
      />
    </>
  )
}
