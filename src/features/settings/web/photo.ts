import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refresh } from '../../../shared/web/api.ts'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { uploadFile } from '../../media/web/upload.ts'
import { useAuth } from '../../session/web/auth.tsx'

const fieldOf = { avatar: 'avatar_url', cover: 'cover_photo' } as const

/** What a file chooser for photos offers. */
export const photoTypes = 'image/jpeg,image/png,image/webp'

/**
 * Makes a picture, or none, one's photo: checked and compressed here, uploaded, and hung up. What keeps it from being
 * one is told in the image helper's words, anything else as a failed upload.
 */
export function usePhoto(kind: 'avatar' | 'cover') {
  const { updateProfile } = useAuth()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (file: File | null) => {
      const url = file && (await uploadPhoto(file, kind))
      await updateProfile({ [fieldOf[kind]]: url })
      return url
    },
    onSuccess: (url) => {
      toast.success(url ? 'Profile photo updated!' : 'Profile updated!')
      void refresh(client, '/api/users')
      void refresh(client, '/api/posts')
    },
    onError: (error) => void toast.error(error instanceof Objection ? error.message : 'Failed to upload photo'),
  })
}

/** A picture that the image helper does not take. */
class Objection extends Error {}

async function uploadPhoto(file: File, kind: 'avatar' | 'cover'): Promise<string> {
  const [{ compress, isSmall, objectionTo }, { told }] = await Promise.all([
    import('../../media/web/compress.ts'),
    import('../../media/web/processing.ts'),
  ])
  const objection = objectionTo(file)
  if (objection) throw new Objection(objection)
  const light = (await isSmall(file))
    ? file
    : await told(compress(file)).catch((error: Error) => {
        throw new Objection(error.message)
      })
  return (await uploadFile(light, kind)).url
}
