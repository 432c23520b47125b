import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Avatar } from './Avatar.tsx'

afterEach(cleanup)

const name = 'a'.repeat(32)
function findSource(avatar_url: string, size: 40 | 64) {
  const { container } = render(<Avatar person={{ id: 'ada', name: 'Ada Castellan', avatar_url }} size={size} />)
  return container.querySelector('img')?.getAttribute('src')
}

test.each([
  ['an uploaded picture beside a name', `/media/${name}.webp`, 40, `/media/${name}-128.webp`],
  ['a large disc', `/media/${name}.webp`, 64, `/media/${name}.webp`],
  ['a picture of another server', 'https://pictures.example/ada.webp', 40, 'https://pictures.example/ada.webp'],
] as const)('loads the copy that is large enough: %s', (_, url, size, source) => {
  expect(findSource(url, size)).toBe(source)
})
