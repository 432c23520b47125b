import { useQueryClient } from '@tanstack/react-query'
import { Flag, ImagePlus, Trash2 } from 'lucide'
import { useRef, useState } from 'react'
import { call, invalidate } from '../../../shared/web/api.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { Objection, pictureTypes, uploadPicture } from '../../media/web/picture-upload.ts'
import { LazyReportDialog } from '../../moderation/web/LazyReportDialog.tsx'
import { useMe } from '../../session/web/auth.tsx'
import { messagesApi } from '../contract.gen.ts'
import { conversationsApi } from '../conversation-contract.gen.ts'
import type { Conversation } from '../conversation-contract.ts'
import { Faces } from './Faces.tsx'

/** The picture of a conversation of several: its owner sets it, others can report it. */
export function ConversationPicture({ conversation }: { conversation: Conversation }) {
  const { id, can, picture_url, picture_message_id } = conversation
  const me = useMe()
  const client = useQueryClient()
  const chooser = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const [isReporting, setIsReporting] = useState(false)
  const change = useLockedMutation({
    async mutationFn(file: File | null) {
      const url = file && (await uploadPicture(file, 'message')).url
      return call(conversationsApi.update, { params: { id }, body: { picture_url: url } })
    },
    onSuccess: () => invalidate(client, { below: conversationsApi.list }),
    onError: (error, file) => {
      if (error instanceof Objection) setProblem(error.message)
      else
        toast.failure(error, file ? 'Failed to change the picture' : 'Failed to remove the picture', {
          statuses: 'all',
        })
    },
  })
  return (
    <section aria-label="Picture" className="mb-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Faces conversation={conversation} me={me.id} size={64} />
        {can.manage && (
          <div className="flex flex-wrap gap-x-1">
            <Button
              variant="ghost"
              pendingLabel={change.isPending && change.variables !== null && 'Uploading...'}
              onClick={() => chooser.current?.click()}
            >
              <Icon icon={ImagePlus} size={18} /> {picture_url ? 'Change picture' : 'Add a picture'}
            </Button>
            {picture_url && (
              <Button
                variant="ghost"
                pendingLabel={change.isPending && change.variables === null && 'Removing...'}
                onClick={() => change.mutate(null)}
              >
                <Icon icon={Trash2} size={18} /> Remove picture
              </Button>
            )}
          </div>
        )}
        {!can.manage && picture_message_id && (
          <Button variant="ghost" onClick={() => setIsReporting(true)}>
            <Icon icon={Flag} size={18} /> Report picture
          </Button>
        )}
      </div>
      {problem && (
        <p role="alert" className="mt-1 text-small font-medium text-danger">
          {problem}
        </p>
      )}
      <input
        ref={chooser}
        type="file"
        accept={pictureTypes}
        aria-label="Picture of the conversation"
        tabIndex={-1}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = '' // so that the same file can be chosen again
          setProblem(undefined)
          if (file) change.mutate(file)
        }}
      />
      {isReporting && picture_message_id && (
        <LazyReportDialog
          what="picture"
          id={picture_message_id}
          text=""
          success="Message reported successfully"
          report={(body) => call(messagesApi.report, { params: { id: picture_message_id }, body })}
          onClose={() => setIsReporting(false)}
        />
      )}
    </section>
  )
}
