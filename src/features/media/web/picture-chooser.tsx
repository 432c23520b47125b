import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import type { Media, Purpose } from '../contract.ts'
import { Objection, pictureTypes, uploadPicture } from './picture-upload.ts'

export type PicturesProps = {
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

/**
 * Lets the user choose the pictures of a form: checked, compressed and uploaded immediately. Render `input` once;
 * `choose` opens the files of the device.
 */
export function usePictureChooser({ label, purpose, max, pictures, onChange, failure, objectionTo }: PicturesProps) {
  const chooser = useRef<HTMLInputElement>(null)
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
  const input: ReactNode = (
    <>
      {problem && (
        <p role="alert" className="mt-1 text-small font-medium text-danger">
          {problem}
        </p>
      )}
      <input
        ref={chooser}
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
    </>
  )
  return {
    input,
    choose: () => chooser.current?.click(),
    remove: (picture: Media) => onChange(pictures.filter((item) => item !== picture)),
    isUploading: upload.isPending,
  }
}
