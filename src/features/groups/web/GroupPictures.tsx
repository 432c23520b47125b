import { maxUploadBytes } from '../../media/contract.gen.ts'
import type { Media } from '../../media/contract.ts'
import { PicturesField } from '../../media/web/PicturesField.tsx'

export type PictureSlot = { readonly avatar: Media[]; readonly banner: Media[] }

/** A URL as media without dimensions. */
const toPicture = (url: string | null): Media[] =>
  url === null ? [] : [{ url, kind: 'image', width: null, height: null, thumbhash: null }]

export const toPictures = (group?: { avatar_url: string | null; banner_url: string | null }): PictureSlot => ({
  avatar: toPicture(group?.avatar_url ?? null),
  banner: toPicture(group?.banner_url ?? null),
})

export const toUrls = ({ avatar, banner }: PictureSlot) => ({
  avatar_url: avatar[0]?.url ?? null,
  banner_url: banner[0]?.url ?? null,
})

function objectionTo(file: File): string | undefined {
  if (!file.type.startsWith('image/')) return 'Please select an image file'
  return file.size > maxUploadBytes.group ? 'File size must be less than 1MB' : undefined
}

/** Avatar and banner of a group: images under 1 MB, uploaded before the form is submitted. */
export function GroupPictures({
  pictures,
  onChange,
}: {
  pictures: PictureSlot
  onChange: (pictures: PictureSlot) => void
}) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <PicturesField
        label="Group photo"
        purpose="group"
        max={1}
        pictures={pictures.avatar}
        onChange={(avatar) => onChange({ ...pictures, avatar })}
        failure="Failed to upload group avatar"
        objectionTo={objectionTo}
      />
      <div>
        <PicturesField
          label="Cover photo"
          purpose="group"
          max={1}
          pictures={pictures.banner}
          onChange={(banner) => onChange({ ...pictures, banner })}
          failure="Failed to upload group banner"
          objectionTo={objectionTo}
        />
        <p className="mt-1 text-small text-soft">1200x400 works best</p>
      </div>
    </div>
  )
}
