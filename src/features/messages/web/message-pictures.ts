import type { Media } from '../../media/contract.ts'
import type { Message } from '../contract.ts'

/** The pictures of a message. One that was stored by a release before `pictures` has only the first. */
export const listPictures = ({ pictures, image }: Pick<Message, 'pictures' | 'image'>): readonly Media[] =>
  (pictures as Message['pictures'] | undefined) ?? (image ? [image] : [])
