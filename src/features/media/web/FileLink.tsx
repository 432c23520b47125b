import { Download, FileText } from 'lucide'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import type { FileAttachment } from '../attachment-contract.ts'
import { FileLabel } from './FileLabel.tsx'
import { formatFileSize } from './file-size.ts'

/** A file to save. It is never opened in the page. */
export function FileLink({ file }: { file: FileAttachment }) {
  return (
    <a
      href={file.url}
      download={file.name}
      className="flex min-h-14 w-72 max-w-full items-center gap-3 px-3.5 py-2 no-underline! hover:underline"
    >
      {/* In one piece: the visible name is in two, so that its end is never cut off. */}
      <span className="sr-only">
        Download {file.name}, {formatFileSize(file.bytes)}
      </span>
      <span aria-hidden className="contents">
        <FileLabel name={file.name} bytes={file.bytes} icon={FileText} />
      </span>
      <Icon icon={Download} size={18} className="shrink-0" />
    </a>
  )
}
