import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { createCodeLoader } from '../../../shared/web/code-loader.ts'
import { useLiveEvent } from '../../../shared/web/live.ts'
import { loadOutbox } from '../../../shared/web/outbox-loader.ts'
import type { UploadFile } from '../../../shared/web/outbox-transfers.ts'
import { countUnsent } from '../../../shared/web/unsent.ts'

const loadUpload = createCodeLoader(() => import('../../../features/media/web/stored-upload.ts'))
/** What could not be loaded is loaded by the next action or page. */
const ignore = () => {}

/**
 * Sends what the outbox holds: when the page starts, and when the connection returns. Its code is loaded at the first
 * action at the latest, so that it is there when the connection is lost.
 */
export default function OutboxKeeper(): null {
  const client = useQueryClient()
  const start = useEffectEvent(() => {
    const upload: UploadFile = async (...upload) => (await loadUpload()).uploadStored(...upload)
    void loadOutbox().then(({ startOutbox }) => startOutbox({ client, upload }), ignore)
  })
  useEffect(() => {
    start()
    // Now: a browser may remember for as long as the page lives that code could not be loaded.
    loadUpload()
      .then((code) => code.prepareUpload())
      .catch(ignore)
  }, [])
  // Starts it again, because its code may not have been there the first time.
  useLiveEvent('reconnect', () => {
    if (countUnsent() > 0) start()
  })
  return null
}
