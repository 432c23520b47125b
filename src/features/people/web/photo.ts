import { useMutation, useQueryClient } from '@tanstack/react-query'
import { invalidateAll } from '../../../shared/web/api.ts'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { Objection, uploadPicture } from '../../media/web/picture-upload.ts'
import { useAuth } from '../../session/web/auth.tsx'

const photoField = { avatar: 'avatar_url', cover: 'cover_photo' } as const

/**
 * Sets or removes the viewer's photo: checks, compresses and uploads it, then updates the profile. An unsuitable image
 * fails with the message of the image helper, anything else as a failed upload.
 */
export function usePhoto(kind: 'avatar' | 'cover') {
  const { updateProfile } = useAuth()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (file: File | null) => {
      const url = file && (await uploadPicture(file, kind)).url
      await updateProfile({ [photoField[kind]]: url })
      return url
    },
    onSuccess: (url) => {
      toast.success(url ? 'Profile photo updated!' : 'Profile updated!')
      void invalidateAll(client)
    },
    onError: (error) => toast.failure(error, error instanceof Objection ? error.message : 'Failed to upload photo'),
  })
}
