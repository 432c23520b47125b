import { encode } from 'uqr'

/** A QR code, black on white in every theme: scanners expect that. */
export function QrCode({ text, label, className = '' }: { text: string; label: string; className?: string }) {
  const { size, path } = toPath(text)
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={`aspect-square rounded-control bg-white ${className}`}
    >
      <path d={path} fill="#000" />
    </svg>
  )
}

/** The quiet zone of four modules belongs to the code. */
function toPath(text: string) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return { size, path }
}

/** The poster as a file to print: the title and the code. */
export function formatPoster(title: string, url: string): string {
  const { size, path } = toPath(url)
  const escaped = title.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 210 297" width="210mm" height="297mm" font-family="sans-serif" text-anchor="middle">
<rect width="210" height="297" fill="#fff"/>
<text x="105" y="45" font-size="${Math.min(14, 260 / Math.max(1, title.length))}" font-weight="bold">${escaped}</text>
<svg x="25" y="65" width="160" height="160" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path d="${path}"/></svg>
<text x="105" y="248" font-size="12">Scan this to check in</text>
</svg>`
}
