/** Of avatars without a picture, and of other backgrounds. */
export const hues = [35, 85, 130, 160, 210, 250, 290, 330] as const
const sizes = {
  20: 'size-5 text-tiny',
  32: 'size-8 text-tiny',
  36: 'size-9 text-small',
  40: 'size-10 text-base',
  64: 'size-16 text-title',
  112: 'size-28 text-[2.5rem]',
}

type Props = {
  /** `id` is null for an anonymous author, who gets a hatched disc and never a picture. */
  person: { readonly id: string | null; readonly name: string; readonly avatar_url: string | null }
  size?: keyof typeof sizes
}

/** A user's picture, or their initials on one of eight colours. Decorative: the name is always next to it. */
export function Avatar({ person, size = 40 }: Props) {
  const shape = `${sizes[size]} disc shrink-0 overflow-hidden select-none`
  if (person.avatar_url && person.id !== null) {
    return (
      <img
        src={size <= 40 ? toSmallCopy(person.avatar_url) : person.avatar_url}
        alt=""
        width={size}
        height={size}
        loading="lazy"
        className={`${shape} bg-sunken object-cover`}
      />
    )
  }
  // Drawn by the style sheet, so that screen readers skip the letters.
  const [letters, look] = person.id === null ? ['?', 'hatched text-soft'] : [toInitials(person.name), 'text-white']
  return (
    <span
      aria-hidden
      data-letters={letters}
      className={`${shape} ${look} font-semibold before:content-[attr(data-letters)]`}
      style={person.id === null ? undefined : { background: `oklch(0.53 0.12 ${pickHue(person.id)})` }}
    />
  )
}

/** The copy of an uploaded picture that is sharp in discs of up to 40 px; other addresses stay. */
const toSmallCopy = (url: string) => url.replace(/^(\/media\/[\w-]{32})\.webp$/, '$1-128.webp')

/** At most two letters: of the first and the last word. */
export function toInitials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words
  return picked.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('')
}

/** Each user always gets the same colour. */
function pickHue(id: string): number {
  let hash = 0
  for (const character of id) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  return hues[(hash >>> 16) % hues.length] ?? hues[0]
}
