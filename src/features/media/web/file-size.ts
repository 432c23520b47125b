/** '840 bytes', '12 KB' or '3.4 MB'. */
export function formatFileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`
  const kilobytes = bytes / 1024
  if (kilobytes < 1000) return `${Math.round(kilobytes)} KB`
  const megabytes = (kilobytes / 1024).toFixed(1)
  return `${megabytes.replace(/\.0$/, '')} MB`
}
