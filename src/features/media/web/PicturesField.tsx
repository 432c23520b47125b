import { ImagePlus, X } from 'lucide'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { Picture } from './Picture.tsx'
import { type PicturesProps, usePictureChooser } from './picture-chooser.tsx'

/** The images of a form, shown as previews. */
export function PicturesField(props: PicturesProps) {
  const { label, max, pictures } = props
  const { input, choose, remove, isUploading } = usePictureChooser(props)
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
                onClick={() => remove(picture)}
                className="absolute top-1 right-1 bg-black/55 text-white hover:bg-black/75 hover:text-white"
              >
                <Icon icon={X} strokeWidth={2} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {pictures.length < max && (
        <Button onClick={choose} pendingLabel={isUploading && 'Uploading...'}>
          <Icon icon={ImagePlus} />
          {max === 1 ? 'Add a photo' : 'Add photos'}
          {max > 1 && (
            <span className="text-small text-soft tabular-nums">
              {pictures.length} / {max}
            </span>
          )}
        </Button>
      )}
      {input}
    </fieldset>
  )
}
