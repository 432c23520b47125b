import { ImagePlus } from 'lucide'
import { Button, buttonClassName } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { PhotoButton } from '../../people/web/PhotoButton.tsx'
import { usePhoto } from '../../people/web/photo.ts'
import { useMe } from '../../session/web/auth.tsx'

/** Cover photo of the profile. */
export function CoverField() {
  const { cover_photo } = useMe()
  const { mutate, isPending } = usePhoto('cover')
  return (
    <div>
      <p className="mb-1 font-medium">Cover photo</p>
      <div className="centered aspect-[3/1] overflow-hidden rounded-control bg-brand-soft">
        {cover_photo ? (
          <img src={cover_photo} alt="Your cover" className="size-full object-cover" />
        ) : (
          <p className="text-soft">No cover photo yet</p>
        )}
      </div>
      <div className="mt-2 flex flex-wrap gap-2">
        <PhotoButton
          kind="cover"
          label={cover_photo ? 'Change cover photo' : 'Add cover photo'}
          className={buttonClassName('secondary')}
        >
          {(busy) => (
            <>
              <Icon icon={ImagePlus} size={18} />
              {busy ? 'Uploading...' : cover_photo ? 'Change' : 'Add'}
            </>
          )}
        </PhotoButton>
        {cover_photo && (
          <Button variant="ghost" pendingLabel={isPending && 'Removing...'} onClick={() => mutate(null)}>
            Remove
          </Button>
        )}
      </div>
    </div>
  )
}
