import type { FileAttachment } from '../../media/attachment-contract.ts'
import { FileLink } from '../../media/web/FileLink.tsx'

/** The files of a reported item, to download. */
export function ReportedFiles({ files }: { files: readonly FileAttachment[] }) {
  if (files.length === 0) return null
  return (
    <ul aria-label="Reported files" className="flex flex-wrap gap-2">
      {files.map((file) => (
        <li key={file.url} className="max-w-full rounded-control bg-sunken">
          <FileLink file={file} />
        </li>
      ))}
    </ul>
  )
}
