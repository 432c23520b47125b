import { type Drawing, Icon } from '../../../shared/web/ui/Icon.tsx'
import { formatFileSize } from './file-size.ts'

/** Icon, name and size of a file. The end of a long name stays visible, because it is the type. */
export function FileLabel({ name, bytes, icon }: { name: string; bytes: number; icon: Drawing }) {
  const dot = name.lastIndexOf('.')
  const stem = dot > 0 ? name.slice(0, dot) : name
  return (
    <>
      <Icon icon={icon} size={24} className="shrink-0" />
      <span className="min-w-0 flex-1">
        <bdi className="flex font-semibold">
          <span className="truncate">{stem}</span>
          <span className="shrink-0">{dot > 0 && name.slice(dot)}</span>
        </bdi>
        <span className="block text-small">{formatFileSize(bytes)}</span>
      </span>
    </>
  )
}
