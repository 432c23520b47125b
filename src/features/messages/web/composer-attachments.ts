import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { maxUploadBytes } from '../../media/contract.gen.ts'
import { fileObjection } from '../../media/web/file-choice.ts'
import type { Recorded } from '../../media/web/recorder.ts'
import { maxPictures } from '../attachment-contract.gen.ts'
import { addPictures } from './chosen-pictures.ts'
import { type ReplyTarget, send } from './pending-messages.ts'

const isPicture = ({ type }: File) => type.startsWith('image/')

type Target = {
  readonly conversation: string
  readonly title: string
  readonly replyTo?: ReplyTarget
}

/** What the user adds to a message: pictures wait beside its text, files and voice notes are sent as they are. */
export function useAttachments(target: Target, onSent: () => void) {
  const client = useQueryClient()
  const [tooLarge, setTooLarge] = useState<readonly File[]>([])

  const choose = (files: readonly File[]) => {
    if (!addPictures(target.conversation, files)) toast.error(`You can send up to ${maxPictures} photos at a time`)
  }
  const addImages = (files: readonly File[]) => {
    const images = files.filter(isPicture)
    if (images.length < files.length) toast.error('Please select an image file')
    setTooLarge(images.filter(({ size }) => size >= maxUploadBytes.message))
    choose(images.filter(({ size }) => size < maxUploadBytes.message))
  }
  const sendFiles = (files: readonly File[]) => {
    for (const file of files) {
      const objection = fileObjection(file)
      if (objection) toast.error(objection)
      else send(client, { ...target, content: '', files: [file], purpose: 'message_file' })
    }
    onSent()
  }
  return {
    tooLarge,
    forgetTooLarge: () => setTooLarge([]),
    addResized(files: readonly File[]) {
      setTooLarge([])
      choose(files)
    },
    addImages,
    sendFiles,
    /** Files that were dropped or pasted. */
    addAny(files: readonly File[]) {
      const [pictures, others] = [files.filter(isPicture), files.filter((file) => !isPicture(file))]
      if (pictures.length > 0) addImages(pictures)
      if (others.length > 0) sendFiles(others)
    },
    sendVoice({ file, waveform }: Recorded, transcript: string) {
      const voice = { waveform, transcript: transcript || null }
      send(client, { ...target, content: '', files: [file], purpose: 'voice', voice })
      onSent()
    },
  }
}
