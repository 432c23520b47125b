import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Media } from '../contract.ts'
import { MediaGrid } from './MediaGrid.tsx'
import { aspectRatio, listMedia, listSources, preloadPictures } from './pictures.ts'

afterEach(cleanup)

const picture = (name: string, width: number | null = 1600, height: number | null = 900): Media => ({
  url: `/media/${name}.webp`,
  kind: 'image',
  width,
  height,
  thumbhash: null,
})

test('offers an image in the widths below its own', () => {
  expect(listSources(picture('a', 1000)).map(({ src }) => src)).toEqual([
    '/media/a-320.webp',
    '/media/a-640.webp',
    '/media/a.webp',
  ])
  expect(listSources(picture('a', 320)).map(({ width }) => width)).toEqual([320])
  expect(listSources(picture('a', null))).toEqual([])
})

test('keeps the aspect ratio of a single image between 4:5 and 1.91:1', () => {
  expect(aspectRatio(picture('a', 1000, 900))).toBeCloseTo(1.11)
  expect(aspectRatio(picture('a', 100, 900))).toBe(0.8)
  expect(aspectRatio(picture('a', 900, 100))).toBe(1.91)
})

test('shows .mp4 and .mov URLs as videos and any others as images when a post has only URLs', () => {
  const media = listMedia({
    media: [picture('b')],
    media_urls: ['/media/a.MOV', '/media/b.webp', '/media/c', '/media/d.mp4'],
  })
  expect(media.map(({ kind }) => kind)).toEqual(['video', 'image', 'image', 'video'])
  expect(media[1]?.width).toBe(1600)
})

test.each([
  [2, 2, undefined],
  [3, 3, undefined],
  [4, 4, undefined],
  [7, 4, '+3'],
])('shows, of %d images, %d and the label %s', (count, shown, more) => {
  render(<MediaGrid media={Array.from({ length: count }, (_, index) => picture(String(index)))} />)
  expect(screen.getAllByRole('button')).toHaveLength(shown)
  expect(screen.getByAltText(`Photo ${shown} of ${count}`)).toBeTruthy()
  expect(screen.queryByText(/^\+/)?.textContent).toBe(more)
})

test('plays a single video inline and shows a button for one of several', () => {
  const video: Media = { url: '/media/v.mp4', kind: 'video', width: null, height: null, thumbhash: null }
  const { container, rerender } = render(<MediaGrid media={[video]} />)
  expect(container.querySelector('video')?.controls).toBe(true)
  expect(screen.queryByRole('button')).toBeNull()
  rerender(<MediaGrid media={[picture('a'), video]} />)
  expect(screen.getByRole('button', { name: 'Video 2 of 2' })).toBeTruthy()
})

test('shows a blurred placeholder until the image is loaded', async () => {
  render(<MediaGrid media={[{ ...picture('a'), thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI' }]} />)
  const shown = screen.getByAltText('Photo 1 of 1')
  await waitFor(() => expect(shown.style.backgroundImage).toContain('data:image/png'))
  fireEvent.load(shown)
  expect(shown.style.backgroundImage).toBe('')
})

test('loads the images of the first view before others, and the rest when they come near', () => {
  render(<MediaGrid media={[picture('a'), picture('b')]} isFirst />)
  for (const image of screen.getAllByRole('img')) {
    expect(image.getAttribute('fetchpriority')).toBe('high')
    expect(image.getAttribute('loading')).toBeNull()
  }
  cleanup()
  render(<MediaGrid media={[picture('c')]} />)
  expect(screen.getByRole('img').getAttribute('loading')).toBe('lazy')
})

test('a phone chooses an image for its width without the margins of the page', () => {
  render(<MediaGrid media={[picture('a')]} />)
  expect(screen.getByRole<HTMLImageElement>('img').sizes).toBe('(width >= 64rem) 556px, calc((100vw - 2rem) * 1.00)')
  cleanup()
  render(<MediaGrid media={[picture('b'), picture('c'), picture('d')]} />)
  const sizes = screen.getAllByRole<HTMLImageElement>('img').map((image) => image.sizes.replace(/^.*, /, ''))
  expect(sizes).toEqual([0.67, 0.33, 0.33].map((share) => `calc((100vw - 2rem) * ${share})`))
})

test('requests the only image of a post as its grid will, and no image of several', () => {
  const requested: HTMLImageElement[] = []
  vi.stubGlobal('Image', function createImage() {
    const image = document.createElement('img')
    requested.push(image)
    return image
  })
  preloadPictures([picture('a')])
  preloadPictures([picture('b'), picture('c')])
  vi.unstubAllGlobals()
  render(<MediaGrid media={[picture('a')]} isFirst />)
  const shown = screen.getByRole<HTMLImageElement>('img')
  expect(requested.map(({ srcset, sizes, src }) => [srcset, sizes, src])).toEqual([
    [shown.srcset, shown.sizes, shown.src],
  ])
})

test('the enlarged picture asks to ask before saving and has no download button, if its owner wishes so', async () => {
  const open = async (media: Media) => {
    render(<MediaGrid media={[media]} />)
    fireEvent.click(screen.getByAltText('Photo 1 of 1'))
    await screen.findByRole('button', { name: 'Close' })
  }
  await open(picture('a'))
  expect(await screen.findByRole('button', { name: 'Download' })).toBeTruthy()
  expect(screen.queryByText('Ask before saving')).toBeNull()
  cleanup()
  await open({ ...picture('a'), ask_before_saving: true })
  expect(await screen.findByText('Ask before saving')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Download' })).toBeNull()
})
